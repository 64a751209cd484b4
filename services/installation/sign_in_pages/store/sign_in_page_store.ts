import type { Knex } from 'knex';
import type { SignInPage, SignInPageStore } from '../domain/sign_in_page.ts';

const COLUMNS = {
  id: 'id',
  projectId: 'project_id',
  tokenHash: 'token_hash',
  browserHash: 'browser_hash',
  provider: 'provider',
  groupName: 'group_name',
  consumerName: 'consumer_name',
  isReconnect: 'is_reconnect',
  openerOrigin: 'opener_origin',
  returnUrl: 'return_url',
  sealedUrl: 'sealed_url',
  createTime: 'create_time',
  expireTime: 'expire_time',
} as const satisfies Record<keyof SignInPage, string>;

export function sqlSignInPageStore(db: Knex): SignInPageStore {
  const pages = () => db('sign_in_pages');
  return {
    async insert(page) {
      const row = Object.entries(COLUMNS).map(([key, column]) => [column, page[key as keyof SignInPage]]);
      await pages().insert(Object.fromEntries(row));
    },
    async findByToken(tokenHash, now) {
      return toPage(await pages().where({ token_hash: tokenHash }).where('expire_time', '>', now).first(COLUMNS));
    },
    async find(projectId, id) {
      return toPage(await pages().where({ project_id: projectId, id }).first(COLUMNS));
    },
    async findStepByBrowser(browserHashes, now) {
      const row = await pages()
        .whereIn('browser_hash', browserHashes)
        .where('expire_time', '>', now)
        .whereExists(
          db('custom_auth_sessions')
            .where('custom_auth_sessions.project_id', db.ref('sign_in_pages.project_id'))
            .where('custom_auth_sessions.page_id', db.ref('sign_in_pages.id'))
            .select('custom_auth_sessions.id'),
        )
        .orderBy('create_time', 'desc')
        .orderBy('id', 'desc')
        .first(COLUMNS);
      return toPage(row);
    },
    /** The condition decides: of two browsers at the same time, only one changes the row. */
    async bind(projectId, id, browserHash) {
      await pages()
        .where({ project_id: projectId, id })
        .whereNull('browser_hash')
        .update({ browser_hash: browserHash });
      const [found] = (await pages().where({ project_id: projectId, id }).pluck('browser_hash')) as (string | null)[];
      return found ?? null;
    },
    async removeExpired(now, limit) {
      const ids: string[] = await pages()
        .where('expire_time', '<=', now)
        .orderBy('expire_time')
        .limit(limit)
        .pluck('id');
      return ids.length === 0 ? 0 : pages().whereIn('id', ids).del();
    },
  };
}

function toPage(row: unknown): SignInPage | undefined {
  return row ? { ...(row as SignInPage), isReconnect: Boolean((row as SignInPage).isReconnect) } : undefined;
}
