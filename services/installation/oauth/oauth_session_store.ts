import type { Knex } from 'knex';
import { cellIn, flagCell, nullableCell, tableRecord, textCell, timeCell, wordCell } from '../../../lib/db/record.ts';
import type { OauthSession, OauthSessionStore } from './oauth_session.ts';

const sessions = tableRecord<OauthSession>({
  id: textCell,
  projectId: textCell,
  stateHash: textCell,
  provider: textCell,
  providerAppId: textCell,
  connectionId: nullableCell(textCell),
  pageId: nullableCell(textCell),
  createsOnly: flagCell,
  frontendKey: nullableCell(textCell),
  groupRef: textCell,
  groupName: textCell,
  consumerRef: textCell,
  consumerName: textCell,
  workspaceRef: textCell,
  metadataJson: cellIn('metadata', textCell),
  codeChallengeMethod: nullableCell(wordCell()),
  sealedVerifier: textCell,
  createTime: timeCell,
  expireTime: timeCell,
});

export function sqlOauthSessionStore(db: Knex): OauthSessionStore {
  const table = () => db('oauth_sessions');
  return {
    async insert(session) {
      await table().insert(sessions.toRow(session));
    },
    /**
     * When two callbacks with the same state arrive concurrently, only the callback that deletes the row gets the
     * session.
     */
    async consume(stateHash, now) {
      const row = await table().where({ state_hash: stateHash }).where('expire_time', '>', now).first(sessions.columns);
      const taken = row ? await table().where({ id: row.id }).del() : 0;
      return row && taken > 0 ? sessions.fromRow(row) : undefined;
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
