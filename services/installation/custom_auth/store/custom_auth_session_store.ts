import type { Knex } from 'knex';
import type { CustomAuthSession, CustomAuthSessionStore } from '../domain/custom_auth_session.ts';

const COLUMNS = {
  id: 'id',
  projectId: 'project_id',
  tokenHash: 'token_hash',
  provider: 'provider',
  providerAppId: 'provider_app_id',
  groupRef: 'group_ref',
  groupName: 'group_name',
  consumerRef: 'consumer_ref',
  consumerName: 'consumer_name',
  metadataJson: 'metadata',
  pageId: 'page_id',
  step: 'step',
  sealed: 'sealed',
  createTime: 'create_time',
  expireTime: 'expire_time',
} as const satisfies Record<keyof CustomAuthSession, string>;

export function sqlCustomAuthSessionStore(db: Knex): CustomAuthSessionStore {
  const sessions = () => db('custom_auth_sessions');
  return {
    async insert(session) {
      const row = Object.entries(COLUMNS).map(([key, column]) => [column, session[key as keyof CustomAuthSession]]);
      await sessions().insert(Object.fromEntries(row));
    },
    /** The delete decides: of two concurrent calls for one session, only one removes the row. */
    async consume(projectId, tokenHash, { groupRef, consumerRef, now }) {
      const row = (await sessions()
        .where({
          project_id: projectId,
          token_hash: tokenHash,
          ...(groupRef && { group_ref: groupRef }),
          ...(consumerRef && { consumer_ref: consumerRef }),
        })
        .where('expire_time', '>', now)
        .first(COLUMNS)) as CustomAuthSession | undefined;
      const taken = row ? await sessions().where({ project_id: projectId, id: row.id }).del() : 0;
      return taken > 0 ? row : undefined;
    },
    async removeExpired(now, limit) {
      const ids: string[] = await sessions()
        .where('expire_time', '<=', now)
        .orderBy('expire_time')
        .limit(limit)
        .pluck('id');
      return ids.length === 0 ? 0 : sessions().whereIn('id', ids).del();
    },
  };
}
