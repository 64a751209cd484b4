import type { Knex } from 'knex';
import { integer, named, optional, record, text, time } from '../../../lib/db/record.ts';
import type { CustomAuthSession, CustomAuthSessionStore } from './custom_auth_session.ts';

const sessions = record<CustomAuthSession>({
  id: text,
  projectId: text,
  tokenHash: text,
  provider: text,
  providerAppId: optional(text),
  groupRef: text,
  groupName: text,
  consumerRef: text,
  consumerName: text,
  metadataJson: named('metadata', text),
  pageId: optional(text),
  step: integer,
  sealed: text,
  createTime: time,
  expireTime: time,
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
