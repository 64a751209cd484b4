import { createBuilderTokens, newSigningKey, OWN_ISSUER, type BuilderTokens } from '../../lib/crypto/builder_token.ts';
import { createSealer, type Sealer } from '../../lib/crypto/sealer.ts';
import { isReachable } from '../../lib/db/is_reachable.ts';
import { migrateUp } from '../../lib/db/migrate.ts';
import { openDatabase } from '../../lib/db/open.ts';
import type { NewId } from '../../lib/ids/ids.ts';
import { startLoops } from '../../lib/loop/loops.ts';
import type { ProcessDeps, Running } from '../../lib/process/run_process.ts';
import { startRpcServer } from '../../lib/rpc/server.ts';
import { logTelemetry } from '../../lib/telemetry/log_telemetry.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { openBillingPortal } from './clients/billing_portal.ts';
import { dnsRecords } from './clients/dns_records.ts';
import { openIdentityProvider } from './clients/identity_provider.ts';
import type { Config } from './config.ts';
import { billingSessionLinks } from './billing/domain/billing_session.ts';
import type { TxtRecords } from './claimed_domains/domain/domain_proof.ts';
import { allowedOrigins } from './billing/domain/redirect_url.ts';
import { loops } from './jobs/loops.ts';
import type { Stores } from './stores.ts';
import { migrations } from './migrations/migrations.ts';
import { apiKeyHandlers } from './rpc/api_keys.ts';
import { callerHandlers } from './rpc/callers.ts';
import { orgWideHandlers } from './rpc/org_wide.ts';
import { jwtKeyHandlers } from './rpc/jwt_keys.ts';
import { projectHandlers } from './rpc/projects.ts';
import type { QuotaLimits } from './store/quota_store.ts';
import { sqlStores } from './stores.ts';
import { makeAuthenticate } from './callers/usecases/authenticate.ts';
import { builderBearer } from './callers/usecases/builder_bearer.ts';
import { makeBuilderOfLogin } from './callers/usecases/builder_of_login.ts';
import { makeBuilderOfToken } from './callers/usecases/builder_of_token.ts';
import { customerBearer } from './callers/usecases/customer_bearer.ts';
import { makeCreateApiKey } from './api_keys/usecases/create_api_key.ts';
import { makeCreateJwtKey } from './jwt_keys/usecases/create_jwt_key.ts';
import { makeDeleteApiKey } from './api_keys/usecases/delete_api_key.ts';
import { makeEnsureBootstrap } from './callers/usecases/ensure_bootstrap.ts';
import { makeGetApiKey } from './api_keys/usecases/get_api_key.ts';
import { makeIssueBuilderToken } from './callers/usecases/issue_builder_token.ts';
import { makeListApiKeys } from './api_keys/usecases/list_api_keys.ts';
import { makeUseCases } from './use_cases.ts';
import { makeShowKey } from './api_keys/usecases/show_api_key.ts';
import { makeUpdateApiKey } from './api_keys/usecases/update_api_key.ts';
import { makeUpdateJwtKey } from './jwt_keys/usecases/update_jwt_key.ts';

/** `txtRecords`: what answers for the DNS. */
type Deps = ProcessDeps & { txtRecords?: TxtRecords };

/** Starts identity: opens the database, builds the use cases and serves gRPC. */
export async function start(config: Config, { log, clock, newId, trust, ...injected }: Deps): Promise<Running> {
  const db = openDatabase(config.databaseUrl, { log, guard: config.guardTransactions });
  await migrateUp(db, migrations);
  const stores = sqlStores(db, limitsOf(config));
  const sealer = createSealer(config.keyring);
  const tokens = await ownTokens(stores, sealer, clock);
  const signIn = openIdentityProvider(config, { clock, log });
  const builderOfToken = makeBuilderOfToken({
    stores,
    tokens,
    identityProvider: signIn.provider,
    builderOfLogin: makeBuilderOfLogin({ stores, clock, newId }),
    clock,
  });
  const issuers = [OWN_ISSUER, ...(signIn.provider ? [signIn.provider.issuer] : [])];
  const bearers = [builderBearer({ stores, builderOfToken, issuers }), customerBearer({ stores, clock })];
  const issueBuilderToken = makeIssueBuilderToken({
    stores,
    tokens,
    clock,
    newId,
    defaultLifetime: config.tokenLifetime,
  });
  const links = billingSessionLinks(config.internalToken);
  const billing = openBillingPortal(config, { accounts: stores.billingAccounts, links, clock, newId, log });
  const dns = dnsRecords({ servers: config.dnsServers, timeoutMs: config.dnsTimeout });
  const { inviteLifetime, brandingRemoval, logRetentionDays } = config;
  const useCases = makeUseCases({
    stores,
    clock,
    newId,
    portal: billing.portal,
    links,
    inviteLifetime,
    redirectOrigins: allowedOrigins(config.redirectOrigins),
    entitlements: { brandingRemoval, logRetentionDays },
    txtRecords: injected.txtRecords ?? dns.txtRecords,
    domainChecks: { everyMs: config.domainCheckEvery, forMs: config.domainCheckFor },
  });
  const server = await startRpcServer({
    service: 'identity',
    handlers: {
      ...callerHandlers({
        authenticate: makeAuthenticate({ stores, bearers }),
        ensureBootstrap: makeEnsureBootstrap({ stores, sealer, clock, newId }),
        issueBuilderToken,
      }),
      ...projectHandlers(useCases, { projects: stores.projects }),
      ...orgWideHandlers(useCases, clock),
      ...keyHandlers(config, { stores, sealer, clock, newId }),
    },
    port: config.port,
    host: config.host,
    trust,
    log,
    telemetry: logTelemetry(log, config.requestLogLevel),
    dependencies: {
      database: { isRequired: true, isReachable: () => isReachable(db) },
    },
  });
  const background = startLoops(loops(useCases, config), log);
  return {
    ...server,
    async stop() {
      await server.stop();
      dns.close();
      await background.stop();
      await billing.close();
      await signIn.close();
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

type Parts = { stores: Stores; sealer: Sealer; clock: Clock; newId: NewId };

function keyHandlers({ apiKeyValues }: Config, parts: Parts) {
  const showKey = makeShowKey(parts.sealer, { masked: apiKeyValues === 'masked' });
  const getApiKey = makeGetApiKey({ ...parts, showKey });
  return {
    ...apiKeyHandlers({
      createApiKey: makeCreateApiKey(parts),
      listApiKeys: makeListApiKeys({ ...parts, showKey }),
      getApiKey,
      updateApiKey: makeUpdateApiKey({ ...parts, getApiKey }),
      deleteApiKey: makeDeleteApiKey({ ...parts, getApiKey }),
    }),
    ...jwtKeyHandlers({
      jwtKeys: parts.stores.jwtKeys,
      createJwtKey: makeCreateJwtKey(parts),
      updateJwtKey: makeUpdateJwtKey(parts),
    }),
  };
}

/** The platform's own issuer. Replicas that start together all use the key that was stored first. */
async function ownTokens(stores: Stores, sealer: Sealer, clock: Clock): Promise<BuilderTokens> {
  if (!(await stores.issuerKeys.find())) {
    await stores.issuerKeys.insert(sealer.seal(newSigningKey(), 'issuer_keys|current'), clock.now());
  }
  return createBuilderTokens(sealer.open((await stores.issuerKeys.find()) ?? '', 'issuer_keys|current'));
}
