import type { FullConnection, Party } from './connection.ts';
import type { Page } from './page.ts';

export type OperationStatus = 'in_progress' | 'success' | 'failure';
export type HealthStatus = 'healthy' | 'unhealthy';

/** `contentJson` is ConfigContent as text: the hot read only passes it on. */
export type InstallationConfig = {
  id: string;
  revisionId: string;
  createTime: number;
  createdBy: string;
  contentJson: string;
};

/** Group, connection and config, bound to an integration. Times are Unix milliseconds. */
export type Installation = {
  id: string;
  projectId: string;
  integrationId: string;
  groupRef: string;
  connectionId: string;
  createdBy: string;
  config: InstallationConfig;
  lastOperationStatus: OperationStatus | '';
  createTime: number;
  updateTime: number | null;
};

export type FullInstallation = {
  installation: Installation;
  group: Party;
  connection: FullConnection;
};

export type InstallationKey = { projectId: string; integrationId: string; installationId: string };
export type OperationChange = { operationId: string; status: OperationStatus; time: number };

export type InstallationStore = {
  insert(installation: Installation): Promise<void>;
  /** One query for all keys; what is absent or not where the key says is not in the answer. */
  listByKeys(keys: InstallationKey[]): Promise<FullInstallation[]>;
  find(projectId: string, id: string): Promise<FullInstallation | undefined>;
  /** Newest first; empty filters match all. */
  list(
    projectId: string,
    filter: { integrationId: string; groupRef: string },
    page?: Page,
  ): Promise<FullInstallation[]>;
  /** Holds the row until the transaction ends, so that changes follow each other; false when it is not there. */
  lock(projectId: string, id: string): Promise<boolean>;
  /** Config, connection and update time of one that is locked. */
  saveConfig(installation: Installation): Promise<void>;
  usesConnection(projectId: string, connectionId: string): Promise<boolean>;
  /** Keeps the newest operation's status: an older event than the one known changes nothing. */
  noteOperation(projectId: string, id: string, change: OperationChange): Promise<boolean>;
  /** False when it is not there, or uses another connection. */
  remove(projectId: string, id: string, connectionId: string): Promise<boolean>;
};

/** Unhealthy: its credentials are bad, or the last thing it tried failed. */
export function healthOf({ installation, connection }: FullInstallation): HealthStatus {
  const bad = connection.connection.status === 'bad_credentials' || installation.lastOperationStatus === 'failure';
  return bad ? 'unhealthy' : 'healthy';
}
