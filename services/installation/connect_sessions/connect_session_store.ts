import type { Knex } from 'knex';
import { nullableCell, type Row, tableRecord, textCell, timeCell, wordCell } from '../../../lib/db/record.ts';
import type { ConnectSession, ConnectSessionStore, ConnectStatus } from './connect_session.ts';

const sessions = tableRecord<ConnectSession>({
  id: textCell,
  projectId: textCell,
  tokenHash: textCell,
  browserHash: nullableCell(textCell),
  groupRef: textCell,
  groupName: textCell,
  consumerRef: textCell,
  consumerName: textCell,
  integrationId: textCell,
  provider: textCell,
  returnUrl: textCell,
  fieldMappingJson: textCell,
  status: wordCell<ConnectStatus>(),
  connectionId: textCell,
  installationId: textCell,
  createTime: timeCell,
  expireTime: timeCell,
});

export function sqlConnectSessionStore(db: Knex): ConnectSessionStore {
  const table = () => db('connect_sessions');
  const own = (projectId: string, id: string) => table().where({ project_id: projectId, id });
  return {
    async insert(session) {
      await table().insert(sessions.toRow(session));
    },
    async find(projectId, id) {
      return toSession(await own(projectId, id).first(sessions.columns));
    },
    async findByToken(tokenHash, now) {
      const row = await table().where({ token_hash: tokenHash }).where('expire_time', '>', now).first(sessions.columns);
      return toSession(row);
    },
    async findByBrowser(id, browserHash, now) {
      const query = table().where({ id, browser_hash: browserHash }).where('expire_time', '>', now);
      return toSession(await query.first(sessions.columns));
    },
    /** The condition on `browser_hash` lets only one of two concurrent browsers change the row. */
    async open(projectId, id, browserHash) {
      const change = sessions.toRow({ browserHash, status: 'opened' });
      return (await own(projectId, id).whereNull('browser_hash').update(change)) > 0;
    },
    async finish(projectId, id, outcome) {
      await own(projectId, id).update(sessions.toRow(outcome));
    },
    async removeExpired(before, limit) {
      const ids: string[] = await table()
        .where('expire_time', '<=', before)
        .orderBy('expire_time')
        .limit(limit)
        .pluck('id');
      return ids.length === 0 ? 0 : table().whereIn('id', ids).del();
    },
  };
}

function toSession(row: Row | undefined): ConnectSession | undefined {
  return row && sessions.fromRow(row);
}
