import type { Knex } from 'knex';
import { cellIn, intCell, nullableCell, tableRecord, textCell, timeCell } from '../../../lib/db/record.ts';
import type { CustomAuthSession, CustomAuthSessionStore } from './custom_auth_session.ts';

const sessions = tableRecord<CustomAuthSession>({
  id: textCell,
  projectId: textCell,
  tokenHash: textCell,
  provider: textCell,
  providerAppId: nullableCell(textCell),
  groupRef: textCell,
  groupName: textCell,
  consumerRef: textCell,
  consumerName: textCell,
  metadataJson: cellIn('metadata', textCell),
  pageId: nullableCell(textCell),
  step: intCell,
  sealed: textCell,
  createTime: timeCell,
  expireTime: timeCell,
});

export function sqlCustomAuthSessionStore(db: Knex): CustomAuthSessionStore {
  const table = () => db('custom_auth_sessions');
  return {
    async insert(session) {
      await table().insert(sessions.toRow(session));
    },
    /** When two calls for the same session arrive concurrently, only the call that deletes the row gets the session. */
    async consume(projectId, tokenHash, { groupRef, consumerRef, provider, now }) {
      const row = await table()
        .where({
          project_id: projectId,
          token_hash: tokenHash,
          ...(groupRef && { group_ref: groupRef }),
          ...(consumerRef && { consumer_ref: consumerRef }),
          ...(provider && { provider }),
        })
        .where('expire_time', '>', now)
        .first(sessions.columns);
      const taken = row ? await table().where({ project_id: projectId, id: row.id }).del() : 0;
      return taken > 0 ? sessions.fromRow(row) : undefined;
    },
    async removeExpired(now, limit) {
      const ids: string[] = await table()
        .where('expire_time', '<=', now)
        .orderBy('expire_time')
        .limit(limit)
        .pluck('id');
      return ids.length === 0 ? 0 : table().whereIn('id', ids).del();
    },
  };
}
