import type { Knex } from 'knex';
import { checkQuotaLeft, reserveQuota } from '../../lib/db/reserve_room.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { QuotaLimits, QuotaName, QuotaOwner, QuotaStore } from './quota.ts';

export const NO_LIMITS: QuotaLimits = {
  connectionsOfGroup: 0,
  connections: 0,
  integrations: 0,
  providerApps: 0,
  signIns: 0,
  signInSteps: 0,
};

const SIGN_INS_SETTING = 'CAUSEWAY_INSTALLATION_MAX_SIGN_INS_PER_GROUP';
const QUOTA_WORDS: Readonly<Record<QuotaName, { setting: string; things: string; owner: string }>> = {
  connectionsOfGroup: {
    setting: 'CAUSEWAY_INSTALLATION_MAX_CONNECTIONS_PER_GROUP',
    things: 'connections',
    owner: 'group',
  },
  connections: { setting: 'CAUSEWAY_INSTALLATION_MAX_CONNECTIONS', things: 'connections', owner: 'project' },
  integrations: { setting: 'CAUSEWAY_INSTALLATION_MAX_INTEGRATIONS', things: 'integrations', owner: 'project' },
  providerApps: { setting: 'CAUSEWAY_INSTALLATION_MAX_PROVIDER_APPS', things: 'provider apps', owner: 'project' },
  signIns: { setting: SIGN_INS_SETTING, things: 'sign-ins under way', owner: 'group' },
  signInSteps: { setting: SIGN_INS_SETTING, things: 'sign-ins in steps under way', owner: 'group' },
};

export function sqlQuotaStore(db: Knex, limits: QuotaLimits): QuotaStore {
  const rowsOf = (name: QuotaName, { projectId, groupRef = '', now = 0 }: QuotaOwner): Knex.QueryBuilder => {
    const [ofProject, ofGroup] = [{ project_id: projectId }, { project_id: projectId, group_ref: groupRef }];
    switch (name) {
      case 'connectionsOfGroup':
        return db('connections').where(ofGroup);
      case 'connections':
        return db('connections').where(ofProject);
      case 'integrations':
        return db('integrations').where(ofProject);
      case 'providerApps':
        return db('provider_apps').where(ofProject);
      case 'signIns':
        return db('oauth_sessions').where(ofGroup).where('expire_time', '>', now);
      case 'signInSteps':
        return db('custom_auth_sessions').where(ofGroup).where('expire_time', '>', now);
    }
  };
  const quotaOf = (name: QuotaName) => ({ max: limits[name], ...QUOTA_WORDS[name] });
  /**
   * Rewrites the problem for a quota of sign-ins. Sign-ins expire, so nothing has to be deleted: the problem says when
   * the next sign-in is possible.
   */
  const explained = async (name: QuotaName, owner: QuotaOwner, error: unknown): Promise<unknown> => {
    if (!(error instanceof Problem) || (name !== 'signIns' && name !== 'signInSteps')) return error;
    const [first] = (await rowsOf(name, owner).min({ time: 'expire_time' })) as { time: number | null }[];
    return new Problem('rateLimited', error.detail, {
      context: error.extras.context,
      retryAfter: Number(first?.time ?? owner.now),
      remedy: `Wait until retryAfter, or ask the operator to raise ${QUOTA_WORDS[name].setting}.`,
    });
  };
  return {
    // All groups of a project share one lock: a group's name may be longer than a lock's key, and creations are short.
    async reserve(name, owner, adding = 1) {
      const scope = `${name}:${owner.projectId}`;
      const rows = rowsOf(name, owner);
      const makeRoom = isEvictable(name) ? (count: number) => dropUnvisitedSessions(db, rows, count) : undefined;
      await reserveQuota(db, { quota: quotaOf(name), scope, rows, adding, makeRoom }).catch(async (error: unknown) => {
        throw await explained(name, owner, error);
      });
    },
    async check(name, owner) {
      await checkQuotaLeft(db, { quota: quotaOf(name), rows: rowsOf(name, owner), adding: 1 });
    },
  };
}

/**
 * Whether sessions of this quota may be deleted to make room for new sessions. Anybody with a frontend key, which is
 * public, can create sessions, so those that no browser has continued may be deleted.
 */
function isEvictable(name: QuotaName): boolean {
  return name === 'signIns' || name === 'signInSteps';
}

/**
 * Removes the oldest of these sessions, with their pages, if no browser continued from the page before the sign-in.
 * Returns the number of removed pages. An earlier release, which sent the browser straight to the provider, created
 * sessions without a page.
 */
async function dropUnvisitedSessions(db: Knex, sessions: Knex.QueryBuilder, limit: number): Promise<number> {
  const waiting = db('sign_in_pages').whereNull('browser_hash').select('id');
  const oldest: string[] = await sessions
    .clone()
    .whereIn('page_id', waiting)
    .orderBy('create_time')
    .orderBy('id')
    .limit(limit)
    .pluck('page_id');
  // The condition is checked again under the lock, because a browser may have continued from the page meanwhile.
  const pages: string[] = await db('sign_in_pages')
    .whereIn('id', oldest)
    .whereNull('browser_hash')
    .forUpdate()
    .pluck('id');
  if (pages.length === 0) return 0;
  await sessions.clone().whereIn('page_id', pages).del();
  return db('sign_in_pages').whereIn('id', pages).del();
}
