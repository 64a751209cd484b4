import type { Keyset } from '../../../lib/db/keyset.ts';
import type { OperationStatus } from '../../../lib/operation/operation_status.ts';
import type { InstallationConfig } from '../configs/config_content.ts';
import type { FullConnection, InstallationsOfConnection, Party } from '../connections/connection.ts';
import type { Warning } from '../fault.ts';

/** A group's connection and config for one integration. Times are Unix milliseconds. */
export type Installation = {
  id: string;
  projectId: string;
  integrationId: string;
  groupRef: string;
  connectionId: string;
  createdBy: string;
  config: InstallationConfig;
  lastOperationStatus: OperationStatus | '';
  /** The time of the first failed read after the last successful read; writes do not change it. */
  failingSince: number | null;
  createTime: number;
  updateTime: number | null;
};

/** An installation with its group and its connection, as listings show it. */
export type FullInstallation = {
  installation: Installation;
  group: Party;
  connection: FullConnection;
  /** Empty while the integration is being deleted. */
  latestRevisionId: string;
  /** Whether an open health report existed at the time of the query; absent if the query did not check. */
  hasReports?: boolean;
  /** Warnings of the request that saved the installation; not stored. */
  warnings?: Warning[];
};

/** `installationId` wins if it is given. Otherwise the integration and the group identify the installation. */
export type SummaryKey = { installationId?: string; integrationId: string; groupRef: string };

/** The installation data that a call to the provider needs, without the config. */
export type InstallationSummary = {
  projectId: string;
  installationId: string;
  integrationId: string;
  integrationName: string;
  configId: string;
  revisionId: string;
  latestRevisionId: string;
  connectionId: string;
  /** Changes when the credentials or variables change; empty when the provider has refused the credentials. */
  credentialsVersion: string;
  provider: string;
  workspace: string;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
};

export type InstallationKey = { projectId: string; integrationId: string; installationId: string };
type OperationChange = { operationId: string; status: OperationStatus; time: number };

/** `revisionIds`: the revisions that name a missing destination. */
export type Suspects = { revisionIds: readonly string[] };
export type InstallationFilter = {
  integrationId: string;
  groupRef: string;
  provider?: string;
  /** A part of the name or ref of the group; case is ignored. */
  search?: string;
  /**
   * Selects the installations that may be unhealthy, among them all that are unhealthy: after a failed read, refused
   * credentials, an open health report, a config that names destinations, or a revision in `revisionIds`.
   */
  suspects?: Suspects;
};

export type InstallationStore = InstallationsOfConnection & {
  insert(installation: Installation): Promise<void>;
  /**
   * Finds installations with one query. Leaves out a key without an installation, and a key whose project or
   * integration is not that of the installation.
   */
  listByKeys(keys: InstallationKey[]): Promise<FullInstallation[]>;
  /** Lists up to `limit` keys of all projects, ordered by installation id, with ids above `after`. */
  listKeys(page: { after: string; limit: number }): Promise<InstallationKey[]>;
  find(projectId: string, id: string): Promise<FullInstallation | undefined>;
  /** Finds an installation with one query. Returns undefined also while the integration is being deleted. */
  findSummary(projectId: string, of: SummaryKey): Promise<InstallationSummary | undefined>;
  /** Lists installations, newest first; empty filters match all. */
  list(projectId: string, filter: InstallationFilter, keyset?: Keyset): Promise<FullInstallation[]>;
  /** The revisions that installations of the project are pinned to, and the latest revisions of their integrations. */
  listRevisionIds(projectId: string): Promise<string[]>;
  /**
   * Locks the row until the transaction ends, so that changes run one after another. Returns false when there is no
   * such installation.
   */
  lock(projectId: string, id: string): Promise<boolean>;
  /** Saves config, connection and update time. The caller holds the lock. */
  saveConfig(installation: Installation): Promise<void>;
  /** Stores the status of the newest operation, read or write. An event older than the stored one changes nothing. */
  noteOperation(projectId: string, id: string, change: OperationChange): Promise<void>;
  /** Sets or clears `failingSince` from the newest read. An older event changes nothing. */
  noteRead(projectId: string, id: string, change: OperationChange): Promise<void>;
  /** Returns false when the installation is absent or uses another connection. */
  remove(projectId: string, id: string, connectionId: string): Promise<boolean>;
};
