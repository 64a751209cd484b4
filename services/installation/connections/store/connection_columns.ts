import type { Connection } from '../domain/connection.ts';

const COLUMN_NAMES: Partial<Record<keyof Connection, string>> = {
  provider: 'provider',
  groupRef: 'group_ref',
  consumerRef: 'consumer_ref',
  workspaceRef: 'workspace_ref',
  providerConsumerRef: 'provider_consumer_ref',
  providerAppId: 'provider_app_id',
  authScheme: 'auth_scheme',
  status: 'status',
  statusTime: 'status_time',
  metadataJson: 'metadata',
  generation: 'generation',
  expireTime: 'expire_time',
  refreshTime: 'refresh_time',
  refreshFailures: 'refresh_failures',
  rejections: 'rejections',
  rejectionTime: 'rejection_time',
  createTime: 'create_time',
  updateTime: 'update_time',
};

/** The columns of the given properties. Id, project, credentials and lease are never changed this way. */
export function columnsOf(change: Partial<Connection>): Record<string, string | number | null> {
  return Object.fromEntries(
    Object.entries(COLUMN_NAMES).flatMap(([key, column]) => {
      const value = change[key as keyof Connection];
      return value === undefined ? [] : [[column, value]];
    }),
  );
}
