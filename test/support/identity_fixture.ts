import { afterEach, beforeEach } from '@jest/globals';
import { createBuilderTokens, newSigningKey } from '../../lib/crypto/builder_token.ts';
import { createSealer, newKeyring } from '../../lib/crypto/sealer.ts';
import { migrateUp } from '../../lib/db/migrate.ts';
import { openDatabase } from '../../lib/db/open.ts';
import type { Actor } from '../../services/identity/actor.ts';
import { billingSessionLinks } from '../../services/identity/billing/billing_session.ts';
import { embeddedPortal } from '../../services/identity/billing/billing_sessions.ts';
import type { ClaimedDomain } from '../../services/identity/claimed_domains/claimed_domain.ts';
import { migrations } from '../../services/identity/migrations/migrations.ts';
import type { OrgRole } from '../../services/identity/orgs/org.ts';
import { sqlStores } from '../../services/identity/stores.ts';
import { makeUseCases, type UseCaseDeps } from '../../services/identity/use_cases.ts';
import { countedIds } from './counted_ids.ts';

export const NOW = 1_800_000_000_000;
export const INVITE_LIFETIME = 7 * 24 * 3_600_000;
export const DOMAIN_CHECKS = { everyMs: 600_000, forMs: 7 * 24 * 3_600_000 };
export const PUBLIC_URL = 'https://causeway.example';

type Given = Partial<Pick<UseCaseDeps, 'redirectOrigins' | 'portal' | 'txtRecords'>> & { masked?: boolean };
type IdentityFixture = Awaited<ReturnType<typeof identityFixture>>;

/** Makes a new identity service for each test of a suite. */
export function eachWithIdentity(given: Given = {}): () => IdentityFixture {
  let fixture: IdentityFixture;
  beforeEach(async () => {
    fixture = await identityFixture(given);
  });
  afterEach(() => fixture.db.destroy());
  return () => fixture;
}

/**
 * The identity service without its port: real stores and use cases on an empty database, with a clock that only tests
 * move.
 */
export async function identityFixture({ masked = false, ...given }: Given = {}) {
  const db = openDatabase('sqlite::memory:');
  await migrateUp(db, migrations);
  const clock = { time: NOW, now: () => clock.time };
  const links = billingSessionLinks('shared');
  const deps = {
    stores: sqlStores(db),
    clock,
    newId: countedIds(),
    links,
    portal: embeddedPortal({ links, publicUrl: PUBLIC_URL }),
    inviteLifetime: INVITE_LIFETIME,
    redirectOrigins: [],
    entitlements: { brandingRemoval: false, logRetentionDays: 30 },
    domainChecks: DOMAIN_CHECKS,
    txtRecords: async () => ({ records: [] }),
    sealer: createSealer(newKeyring()),
    tokens: await createBuilderTokens(newSigningKey()),
    identityProvider: null,
    signInPage: null,
    sessionLifetime: 12 * 3_600_000,
    defaultLifetime: 3_600_000,
    isKeyMasked: masked,
    ...given,
  };
  const useCases = makeUseCases(deps);

  /** A builder who has signed in with this address. */
  async function aPerson(email: string, { emailVerified = true } = {}): Promise<Actor> {
    const { builderId } = await useCases.issueBuilderToken({ email });
    return { principal: `builder:${builderId}`, builderId, keyOrgId: '', email, emailVerified };
  }

  /** A domain that the org has claimed and verified. */
  async function aProvenDomain(owner: Actor, orgId: string, domain: string): Promise<ClaimedDomain> {
    const claim = await useCases.claimDomain(owner, { orgId, text: domain });
    await deps.stores.claimedDomains.prove(orgId, claim.id, clock.now());
    return claim;
  }

  return {
    db,
    clock,
    deps,
    aProvenDomain,
    stores: deps.stores,
    useCases,
    aPerson,
    async aMember(orgId: string, role: OrgRole, email = `${role}@members.example`): Promise<Actor> {
      const actor = await aPerson(email);
      await deps.stores.memberships.insert({ orgId, builderId: actor.builderId, role, createTime: clock.now() });
      return actor;
    },
    /** A new org with its owner. */
    async anOrg(label = 'Acme') {
      const owner = await aPerson(`owner@${label.toLowerCase()}.example`);
      return { owner, orgId: (await useCases.createOrg(owner, { label })).id };
    },
    async roleOf({ builderId }: Actor, orgId: string): Promise<OrgRole | undefined> {
      return (await deps.stores.memberships.find(orgId, builderId))?.role;
    },
  };
}

/** The caller of an API key of a project in this org. */
export function keyOf(orgId: string): Actor {
  return { principal: 'api-key:1', builderId: '', keyOrgId: orgId, email: '', emailVerified: false };
}
