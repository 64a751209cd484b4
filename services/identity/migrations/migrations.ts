import type { Migration } from '../../../lib/db/migrate.ts';
import { eventMigrations } from '../../../lib/events/event_migrations.ts';
import { identityTables } from './0001_identity.ts';
import { jwtKeys } from './0002_jwt_keys.ts';
import { invitesTable } from './0004_invites.ts';
import { claimedDomainsTable } from './0005_claimed_domains.ts';
import { buildersOfApiKeys } from './0007_builders_of_api_keys.ts';
import { originsOfProjects } from './0008_origins_of_projects.ts';
import { provenDomains } from './0009_proven_domains.ts';
import { quotaLocks } from './0010_quota_locks.ts';
import { creatorsOfOrgs } from './0011_creators_of_orgs.ts';
import { sessions } from './0020_sessions.ts';
import { brandings } from './0026_brandings.ts';
import { auditEntries } from './0030_audit_entries.ts';
import { version } from './0031_version.ts';

export const migrations: Migration[] = [
  ...eventMigrations,
  identityTables,
  jwtKeys,
  invitesTable,
  claimedDomainsTable,
  buildersOfApiKeys,
  originsOfProjects,
  provenDomains,
  quotaLocks,
  creatorsOfOrgs,
  sessions,
  brandings,
  auditEntries,
  version,
];
