import { createSealer } from '../../lib/crypto/sealer.ts';
import { databaseHealth } from '../../lib/db/database_health.ts';
import { migrateUp } from '../../lib/db/migrate.ts';
import { openDatabase } from '../../lib/db/open.ts';
import { startServiceEvents } from '../../lib/events/service_events.ts';
import { startLoops } from '../../lib/loop/loops.ts';
import type { ProcessDeps, RunningProcess } from '../../lib/process/run_process.ts';
import { startPurger } from '../../lib/retention/purger.ts';
import { purgeRulesOf } from '../../lib/retention/retention.ts';
import { startRpcServer } from '../../lib/rpc/server.ts';
import { telemetryOf } from '../../lib/telemetry/telemetry_of.ts';
import { startVersions } from '../../lib/versions/version.ts';
import { allowedOrigins, billingSessionLinks } from './billing/billing_session.ts';
import { openOwnTokens } from './callers/own_tokens.ts';
import type { TxtRecords } from './claimed_domains/claimed_domain.ts';
import { openBillingPortal } from './clients/billing_portal.ts';
import { dnsRecords } from './clients/dns_records.ts';
import { openIdentityProvider } from './clients/identity_provider.ts';
import type { Config } from './config.ts';
import { eventHandlers } from './jobs/event_handlers.ts';
import { loops } from './jobs/loops.ts';
import { retentions } from './jobs/retention.ts';
import { migrations } from './migrations/migrations.ts';
import type { QuotaLimits } from './quota.ts';
import { auditHandlers } from './rpc/audit.ts';
import { callerHandlers, sessionHandlers } from './rpc/callers.ts';
import { apiKeyHandlers, jwtKeyHandlers } from './rpc/keys.ts';
import { orgWideHandlers } from './rpc/orgs.ts';
import { brandingHandlers, projectHandlers } from './rpc/projects.ts';
import { sqlStores } from './stores.ts';
import { makeUseCases } from './use_cases.ts';

/** `txtRecords`: a replacement for the DNS lookup of TXT records. */
type Deps = ProcessDeps & { txtRecords?: TxtRecords };

/** Starts the service `identity`: opens the database, builds the use cases, handles events and serves gRPC. */
export async function start(
  config: Config,
  { log, clock, newId, trust, bus, ...injected }: Deps,
): Promise<RunningProcess> {
  const db = openDatabase(config.databaseUrl, { log, guard: config.guardTransactions });
  await migrateUp(db, migrations);
  const stores = sqlStores(db, limitsOf(config));
  const sealer = createSealer(config.keyring);
  const signIn = openIdentityProvider(config, { clock, log });
  const links = billingSessionLinks(config.internalToken);
  const billing = openBillingPortal(config, { accounts: stores.billingAccounts, links, clock, newId, log });
  const dns = dnsRecords({ servers: config.dnsServers, timeoutMs: config.dnsTimeout });
  const { inviteLifetime, brandingRemoval, logRetentionDays } = config;
  const useCases = makeUseCases({
    stores,
    sealer,
    clock,
    newId,
    tokens: await openOwnTokens({ stores, sealer, clock, newId }),
    identityProvider: signIn.provider,
    signInPage: signIn.page,
    sessionLifetime: config.sessionLifetime,
    defaultLifetime: config.tokenLifetime,
    isKeyMasked: config.apiKeyValues === 'masked',
    portal: billing.portal,
    links,
    inviteLifetime,
    redirectOrigins: allowedOrigins(config.redirectOrigins),
    entitlements: { brandingRemoval, logRetentionDays },
    txtRecords: injected.txtRecords ?? dns.txtRecords,
    domainChecks: { everyMs: config.domainCheckEvery, forMs: config.domainCheckFor },
  });
  const versions = startVersions(db, log);
  const events = await startServiceEvents({
    service: 'identity',
    db,
    bus,
    handlers: eventHandlers(useCases),
    clients: {},
    log,
    newId,
    clock,
  });
  const server = await startRpcServer({
    service: 'identity',
    handlers: {
      ...callerHandlers(useCases),
      ...sessionHandlers(useCases),
      ...projectHandlers(useCases),
      ...brandingHandlers(useCases),
      ...orgWideHandlers(useCases),
      ...apiKeyHandlers(useCases),
      ...jwtKeyHandlers(useCases),
      ...auditHandlers(useCases),
    },
    events: events.rpcs,
    versions: versions.rpcs,
    port: config.port,
    host: config.host,
    trust,
    log,
    telemetry: telemetryOf(log, config.requestLogLevel),
    dependencies: {
      ...databaseHealth(db, log),
      bus: { isRequired: false, isReachable: async () => bus.isConnected() },
    },
  });
  const purger = startPurger({ purges: purgeRulesOf(retentions(), { stores, clock }), log });
  const background = startLoops(loops(useCases, config), log);
  return {
    ...server,
    async stop() {
      await events.stopConsuming();
      await server.stop();
      dns.close();
      await background.stop();
      await purger.stop();
      await events.stop();
      await billing.close();
      await signIn.close();
      await versions.stop();
      await db.destroy();
    },
  };
}

function limitsOf(config: Config): QuotaLimits {
  const { maxApiKeys, maxJwtKeys, maxInvites, maxClaimedDomains, maxProjects, maxOrgs } = config;
  return {
    apiKeys: maxApiKeys,
    jwtKeys: maxJwtKeys,
    invites: maxInvites,
    claimedDomains: maxClaimedDomains,
    projects: maxProjects,
    orgs: maxOrgs,
  };
}
