import type { Page } from './page.ts';

/** One immutable version of an integration's manifest entry. `contentJson` is ManifestIntegration as text. */
export type Revision = { id: string; specVersion: string; createTime: number; contentJson: string };

export type StoredRevision = Revision & {
  projectId: string;
  integrationId: string;
  /** Of the content, so that an unchanged deploy makes no new revision. */
  contentHash: string;
  warnings: string[];
};

export type Integration = {
  id: string;
  projectId: string;
  name: string;
  provider: string;
  createTime: number;
  updateTime: number | null;
  latestRevision: Revision;
};

export type IntegrationStore = {
  /** Newest first. */
  list(projectId: string, page?: Page): Promise<Integration[]>;
  listByNames(projectId: string, names: string[]): Promise<Integration[]>;
  find(projectId: string, id: string): Promise<Integration | undefined>;
  findByName(projectId: string, name: string): Promise<Integration | undefined>;
  /** The id, revision and hash behind each of these names; locks the rows until the transaction ends. */
  lockByNames(
    projectId: string,
    names: string[],
  ): Promise<{ id: string; name: string; revisionId: string; contentHash: string }[]>;
  /** Keeps it from being deleted until the transaction ends, together with others; false when it is not there. */
  hold(projectId: string, id: string): Promise<boolean>;
  insert(integration: Integration): Promise<void>;
  insertRevision(revision: StoredRevision): Promise<void>;
  setRevision(
    projectId: string,
    id: string,
    change: { revisionId: string; provider: string; updateTime: number },
  ): Promise<void>;
  /** False when it is not there. Its revisions stay, for what is still pinned to them. */
  remove(projectId: string, id: string): Promise<boolean>;
  removeRevisions(projectId: string, id: string): Promise<void>;
  findRevision(projectId: string, revisionId: string): Promise<StoredRevision | undefined>;
};
