import type { Knex } from 'knex';
import { flagCell, nullableCell, type Row, tableRecord, textCell, timeCell } from '../../../lib/db/record.ts';
import type { SignInPage, SignInPageStore } from './sign_in_page.ts';

const pages = tableRecord<SignInPage>({
  id: textCell,
  projectId: textCell,
  tokenHash: textCell,
  browserHash: nullableCell(textCell),
  provider: textCell,
  groupName: textCell,
  consumerName: textCell,
  isReconnect: flagCell,
  openerOrigin: textCell,
  returnUrl: textCell,
  sealedUrl: textCell,
  createTime: timeCell,
  expireTime: timeCell,
});

export function sqlSignInPageStore(db: Knex): SignInPageStore {
  const table = () => db('sign_in_pages');
  return {
    async insert(page) {
      await table().insert(pages.toRow(page));
    },
    async findByToken(tokenHash, now) {
      return toPage(await table().where({ token_hash: tokenHash }).where('expire_time', '>', now).first(pages.columns));
    },
    async find(projectId, id) {
      return toPage(await table().where({ project_id: projectId, id }).first(pages.columns));
    },
    async findStepByBrowser(browserHashes, now) {
      const row = await table()
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
        .first(pages.columns);
      return toPage(row);
    },
    /** The condition on `browser_hash` lets only one of two concurrent browsers change the row. */
    async bind(projectId, id, browserHash) {
      await table()
        .where({ project_id: projectId, id })
        .whereNull('browser_hash')
        .update({ browser_hash: browserHash });
      const [found] = (await table().where({ project_id: projectId, id }).pluck('browser_hash')) as (string | null)[];
      return found ?? null;
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

function toPage(row: Row | undefined): SignInPage | undefined {
  return row && pages.fromRow(row);
}
