import type { InstallationFilter } from '../../installations/domain/installation.ts';
import type { FindSuspects } from './find_suspects.ts';
import type { FullInstallation } from '../../installations/domain/installation.ts';
import type { Keyset } from '../../domain/keyset.ts';
import { healthStatus } from '../domain/health.ts';
import type { DescribedInstallation } from './describe_installations.ts';

type Filter = { integrationId: string; groupRef: string; healthStatus: string };
type Deps = {
  list(projectId: string, filter: InstallationFilter, keyset: Keyset): Promise<FullInstallation[]>;
  findSuspects: FindSuspects;
  describe(found: FullInstallation[]): Promise<DescribedInstallation[]>;
};

/** `next`: the id to continue after; empty at the end. */
export type FoundByHealth = { found: FullInstallation[]; next: string };

const ROWS = 500;
const MAX_FOUND = 100;
/** Rows that one call looks at, so that no call takes long when nearly all have the other status. */
const MAX_ROWS = 2_000;

/**
 * Installations of one health status, newest first. The status is derived from many facts, so rows are described and
 * then selected; a call may return few or none and still have a `next`. For unhealthy ones the database selects those
 * that may be, so few among many are found at once.
 */
export function makeListByHealth({ list, describe, findSuspects }: Deps) {
  return async function listByHealth(projectId: string, filter: Filter, pageToken: string): Promise<FoundByHealth> {
    const { healthStatus: wanted, ...asked } = filter;
    const others = wanted === 'unhealthy' ? { ...asked, suspects: await findSuspects(projectId) } : asked;
    const found: FullInstallation[] = [];
    let after = pageToken;
    for (let scanned = 0; scanned < MAX_ROWS && found.length < MAX_FOUND; scanned += ROWS) {
      const rows = await list(projectId, others, { after, limit: ROWS });
      const described = await describe(rows);
      found.push(...described.filter(({ healthReasons }) => healthStatus(healthReasons) === wanted));
      if (rows.length < ROWS) return { found, next: '' };
      after = rows.at(-1)?.installation.id ?? '';
    }
    return { found, next: after };
  };
}
