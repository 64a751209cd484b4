import type { Keyset } from '../../../lib/db/keyset.ts';
import type { DestinationIds } from '../destinations/destination.ts';
import type { Warning } from '../fault.ts';

/**
 * One immutable version of an integration's manifest entry. `contentJson` is ManifestIntegration as JSON text;
 * `destinationIds` is null in revisions of 0.1.0.
 */
export type Revision = {
  id: string;
  specVersion: string;
  createTime: number;
  contentJson: string;
  destinationIds: DestinationIds | null;
  /** The warnings of the last deploy of this content. */
  warnings: Warning[];
  /** Principal of the deploy, such as `builder:<id>`; null in revisions before 0.2.0. */
  createdBy: string | null;
};

export type StoredRevision = Revision & {
  projectId: string;
  integrationId: string;
  /**
   * Hash of the content. A deploy with the same hash creates no revision, unless the name of a destination resolves to
   * another id than at the last deploy.
   */
  contentHash: string;
};

/** The changes that a deploy would make to an integration. */
export type DeployPlan = {
  change: 'created' | 'changed' | 'unchanged';
  /** The latest revision; undefined if the integration would be created. */
  former: Revision | undefined;
  /** Objects that the latest revision reads and the manifest no longer has. A destructive deploy pauses their reads. */
  droppedObjects: string[];
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
  list(projectId: string, keyset?: Keyset): Promise<Integration[]>;
  listByNames(projectId: string, names: string[]): Promise<Integration[]>;
  find(projectId: string, id: string): Promise<Integration | undefined>;
  findByName(projectId: string, name: string): Promise<Integration | undefined>;
  /** Id, current revision and content hash of each integration. Locks the rows until the transaction ends. */
  lockByNames(
    projectId: string,
    names: string[],
  ): Promise<{ id: string; name: string; revisionId: string; contentHash: string }[]>;
  /**
   * Takes a shared lock, which prevents changes and the deletion of the integration until the transaction ends. Returns
   * false when there is no such integration.
   */
  lockShared(projectId: string, id: string): Promise<boolean>;
  insert(integration: Integration): Promise<void>;
  insertRevision(revision: StoredRevision): Promise<void>;
  /** Replaces the warnings, because a later deploy of the same content may have other warnings. */
  saveWarnings(projectId: string, revisionId: string, warnings: Warning[]): Promise<void>;
  setRevision(
    projectId: string,
    id: string,
    change: { revisionId: string; provider: string; updateTime: number },
  ): Promise<void>;
  /** Stores the destination ids of a revision of 0.1.0, which has none. */
  setDestinationIds(projectId: string, revisionId: string, ids: DestinationIds): Promise<void>;
  /** Returns false when the integration is absent. Keeps the revisions, because configs may be pinned to them. */
  remove(projectId: string, id: string): Promise<boolean>;
  removeRevisions(projectId: string, id: string): Promise<void>;
  findRevision(projectId: string, revisionId: string): Promise<StoredRevision | undefined>;
  /** Newest first. */
  listOfIntegration(projectId: string, integrationId: string, keyset: Keyset): Promise<StoredRevision[]>;
  listRevisions(projectId: string, revisionIds: string[]): Promise<StoredRevision[]>;
};
