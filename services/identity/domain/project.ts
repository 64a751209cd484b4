import { isId } from '../../../lib/ids/ids.ts';

/** The top-level scope. The name is lower-case, unique in the deployment and never looks like an id. */
export type Project = {
  id: string;
  name: string;
  appName: string;
  orgId: string;
  createTime: number;
  updateTime: number | null;
};

/** What a project is entitled to; in a deployment of one's own it is what the operator set, for all alike. */
export type Entitlements = { brandingRemoval: boolean; logRetentionDays: number };

export type ProjectChange = { name?: string; appName?: string };

export type ProjectStore = {
  find(projectId: string): Promise<Project | undefined>;
  findByName(name: string): Promise<Project | undefined>;
  listOfOrg(orgId: string): Promise<Project[]>;
  listByIds(projectIds: string[]): Promise<Project[]>;
  /** Fails as a duplicate when the name is taken. */
  insert(project: Project): Promise<void>;
  /** The changed project, undefined when there is none. Fails as a duplicate when the name is taken. */
  update(projectId: string, change: ProjectChange, updateTime: number): Promise<Project | undefined>;
};

const NAME = /^[a-z0-9][a-z0-9-]{0,126}[a-z0-9]$/;

/** Names are kept in lower case, because addresses are typed in any. */
export function projectNameOf(text: string): string {
  return text.toLowerCase();
}

/** What is wrong with a project's name in the form it is kept in, as the end of a sentence; null when nothing is. */
export function projectNameFault(name: string): string | null {
  if (!NAME.test(name)) return 'must be 2 to 128 letters, digits and dashes, with no dash at either end';
  return isId(name) ? 'must not look like an id' : null;
}
