import { isId } from '../../../lib/ids/ids.ts';

/**
 * The top-level scope of a builder's data. The name is lower-case and unique in the deployment, and never has the form
 * of an id.
 */
export type Project = {
  id: string;
  name: string;
  appName: string;
  orgId: string;
  /**
   * The origins that the project's sign-in pages may report to and return to. Null in a project of 0.1.0 for which no
   * origins were set: then all origins are allowed.
   */
  allowedOrigins: string[] | null;
  /** Whether frontend keys may only create, and not replace or delete. */
  restrictFrontendKeys: boolean;
  createTime: number;
  updateTime: number | null;
};

/** Entitlements of a project. In a self-hosted deployment, settings of the operator apply to all projects. */
export type Entitlements = { brandingRemoval: boolean; logRetentionDays: number };

type ProjectChange = Partial<Pick<Project, 'name' | 'appName' | 'restrictFrontendKeys'>> & {
  allowedOrigins?: string[];
};

export type ProjectStore = {
  find(projectId: string): Promise<Project | undefined>;
  findByName(name: string): Promise<Project | undefined>;
  listOfOrg(orgId: string): Promise<Project[]>;
  listByIds(projectIds: string[]): Promise<Project[]>;
  /** Throws a duplicate-key error when the name is taken. */
  insert(project: Project): Promise<void>;
  /**
   * Returns the changed project; undefined when the project is absent. Throws a duplicate-key error when the name is
   * taken.
   */
  update(projectId: string, change: ProjectChange, updateTime: number): Promise<Project | undefined>;
};

const PROJECT_NAME = /^[a-z0-9][a-z0-9-]{0,126}[a-z0-9]$/;

/** Names are stored in lower case, so that lookups from a URL ignore case. */
export function projectNameOf(text: string): string {
  return text.toLowerCase();
}

/** The fault of a normalised project name, as the end of a sentence; null when it is valid. */
export function projectNameFault(name: string): string | null {
  if (!PROJECT_NAME.test(name)) return 'must be 2 to 128 letters, digits and dashes, with no dash at either end';
  return isId(name) ? 'must not look like an id' : null;
}
