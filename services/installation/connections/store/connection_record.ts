import { integer, named, optional, record, text, time, word, type Columns } from '../../../../lib/db/record.ts';
import type { Connection, SecretConnection } from '../domain/connection.ts';

const CONNECTION: Columns<Connection> = {
  id: text,
  projectId: text,
  provider: text,
  groupRef: text,
  consumerRef: text,
  workspaceRef: text,
  providerConsumerRef: text,
  providerAppId: optional(text),
  authScheme: word(),
  status: word(),
  statusTime: time,
  metadataJson: named('metadata', text),
  generation: integer,
  expireTime: optional(time),
  refreshTime: optional(time),
  refreshFailures: integer,
  rejections: integer,
  rejectionTime: optional(time),
  createTime: time,
  updateTime: optional(time),
};
export const connections = record<Connection>(CONNECTION);
export const secretConnections = record<SecretConnection>({ ...CONNECTION, credentials: text, fence: integer });

/** The columns of a change. Id, project, credentials and lease are never changed this way. */
export function changedColumns({ id: _id, projectId: _projectId, ...change }: Partial<Connection>) {
  return connections.toRow(change);
}
