import type { Knex } from 'knex';
import { flagCell, jsonCell, nullableCell, tableRecord, textCell, timeCell, wordCell } from '../../../lib/db/record.ts';
import type { ConsoleSession, SessionKey, SessionKeyKind, SessionStore, SignInLink } from './session.ts';

const sessionRecord = tableRecord<ConsoleSession>({
  id: textCell,
  builderId: textCell,
  secretHash: textCell,
  email: textCell,
  emailVerified: flagCell,
  expireTime: timeCell,
  createTime: timeCell,
});
const linkRecord = tableRecord<SignInLink>({
  tokenHash: textCell,
  builderId: textCell,
  emailVerified: flagCell,
  expireTime: timeCell,
});
const keyRecord = tableRecord<SessionKey>({
  keyHash: textCell,
  id: textCell,
  kind: wordCell<SessionKeyKind>(),
  sessionId: textCell,
  projectId: nullableCell(textCell),
  builderId: nullableCell(textCell),
  limits: nullableCell(jsonCell()),
  expireTime: timeCell,
});

export function sqlSessionStore(db: Knex): SessionStore {
  const sessions = () => db('console_sessions');
  const links = () => db('sign_in_links');
  const keys = () => db('session_keys');

  async function findSession(where: Record<string, string>, now: number): Promise<ConsoleSession | undefined> {
    const row = await sessions().where(where).where('expire_time', '>', now).first(sessionRecord.columns);
    return row && sessionRecord.fromRow(row);
  }
  /** Selects the keys first, because MariaDB refuses a limit in a subquery of DELETE. */
  async function purgeOf(table: string, key: string, now: number, limit: number): Promise<boolean> {
    const rows = await db(table).where('expire_time', '<=', now).orderBy('expire_time').limit(limit).select(key);
    await db(table)
      .whereIn(
        key,
        rows.map((row) => row[key]),
      )
      .del();
    return rows.length === limit;
  }
  return {
    async insertSession(session) {
      await sessions().insert(sessionRecord.toRow(session));
    },
    findBySecret: (secretHash, now) => findSession({ secret_hash: secretHash }, now),
    findSession: (id, now) => findSession({ id }, now),
    async removeSession(id) {
      await sessions().where({ id }).del();
      await keys().where({ session_id: id }).del();
    },
    async insertLink(link) {
      await links().insert(linkRecord.toRow(link));
    },
    async takeLink(tokenHash, now) {
      const row = await links()
        .where({ token_hash: tokenHash })
        .where('expire_time', '>', now)
        .first(linkRecord.columns);
      if (!row || (await links().where({ token_hash: tokenHash }).del()) === 0) return undefined;
      return linkRecord.fromRow(row);
    },
    async insertKey(key) {
      await keys().insert(keyRecord.toRow(key));
    },
    async findKey(keyHash, now) {
      const row = await keys().where({ key_hash: keyHash }).where('expire_time', '>', now).first(keyRecord.columns);
      return row && keyRecord.fromRow(row);
    },
    async purge(now, limit) {
      const purged = [
        await purgeOf('session_keys', 'key_hash', now, limit),
        await purgeOf('sign_in_links', 'token_hash', now, limit),
        await purgeOf('console_sessions', 'id', now, limit),
      ];
      return purged.includes(true);
    },
  };
}
