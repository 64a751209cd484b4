import type { Knex } from 'knex';
import { reserveQuota } from '../../lib/db/reserve_room.ts';
import type { QuotaLimits, QuotaName, QuotaStore } from './quota.ts';

export const NO_LIMITS: QuotaLimits = { apiKeys: 0, jwtKeys: 0, invites: 0, claimedDomains: 0, projects: 0, orgs: 0 };

const QUOTA_TEXTS: Readonly<Record<QuotaName, { setting: string; things: string; owner: string }>> = {
  apiKeys: { setting: 'CAUSEWAY_IDENTITY_MAX_API_KEYS', things: 'API keys', owner: 'project' },
  jwtKeys: { setting: 'CAUSEWAY_IDENTITY_MAX_JWT_KEYS', things: 'JWT keys', owner: 'project' },
  invites: { setting: 'CAUSEWAY_IDENTITY_MAX_INVITES', things: 'pending invites', owner: 'org' },
  claimedDomains: { setting: 'CAUSEWAY_IDENTITY_MAX_CLAIMED_DOMAINS', things: 'claimed domains', owner: 'org' },
  projects: { setting: 'CAUSEWAY_IDENTITY_MAX_PROJECTS', things: 'projects', owner: 'org' },
  orgs: { setting: 'CAUSEWAY_IDENTITY_MAX_ORGS', things: 'orgs that they created', owner: 'builder' },
};

export function sqlQuotaStore(db: Knex, limits: QuotaLimits): QuotaStore {
  const rowsOf = (name: QuotaName, id: string, now: number): Knex.QueryBuilder => {
    switch (name) {
      case 'apiKeys':
        return db('api_keys').where({ project_id: id });
      case 'jwtKeys':
        return db('jwt_keys').where({ project_id: id });
      case 'invites':
        return db('invites').where({ org_id: id, status: 'pending' }).where('expire_time', '>', now);
      case 'claimedDomains':
        return db('claimed_domains').where({ org_id: id });
      case 'projects':
        return db('projects').where({ org_id: id });
      case 'orgs':
        return db('orgs').where({ creator_id: id });
    }
  };
  return {
    reserve: (name, ownerId, now) =>
      reserveQuota(db, {
        quota: { max: limits[name], ...QUOTA_TEXTS[name] },
        scope: `${name}:${ownerId}`,
        rows: rowsOf(name, ownerId, now),
        adding: 1,
      }),
  };
}
