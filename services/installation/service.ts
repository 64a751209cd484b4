import { createCallBudgets } from '../../connectors/calls/call_budgets.ts';
import { openProviderDoor } from '../../connectors/calls/provider_door.ts';
import { loadProviders } from '../../connectors/engine/catalogue/providers.ts';
import { backlogLoops } from '../../lib/backlog/backlog_loops.ts';
import { answerLimits } from '../../lib/config/answer_limit_settings.ts';
import { labSetting } from '../../lib/config/lab_setting.ts';
import { sandboxSetting } from '../../lib/config/sandbox_setting.ts';
import { createSealer, openAtStart } from '../../lib/crypto/sealer.ts';
import { databaseHealth } from '../../lib/db/database_health.ts';
import { migrateUp } from '../../lib/db/migrate.ts';
import { openDatabase } from '../../lib/db/open.ts';
import { startServiceEvents } from '../../lib/events/service_events.ts';
import { startLoops } from '../../lib/loop/loops.ts';
import type { ProcessDeps, RunningProcess } from '../../lib/process/run_process.ts';
import { startPurger } from '../../lib/retention/purger.ts';
import { purgeRulesOf } from '../../lib/retention/retention.ts';
import { rpcClient } from '../../lib/rpc/client.ts';
import { startRpcServer } from '../../lib/rpc/server.ts';
import { telemetryOf } from '../../lib/telemetry/telemetry_of.ts';
import { startVersions } from '../../lib/versions/version.ts';
import { makePermitSource } from './budgets/rate_budgets.ts';
import { engineConnectors } from './clients/engine_connectors.ts';
import { simulatedProviders } from './clients/simulated_providers.ts';
import type { Config } from './config.ts';
import { eventHandlers } from './jobs/event_handlers.ts';
import { loops, REVOCATIONS_LOOP } from './jobs/loops.ts';
import { retentions } from './jobs/retention.ts';
import { migrations } from './migrations/migrations.ts';
import type { QuotaLimits } from './quota.ts';
import { connectionHandlers, connectSessionHandlers } from './rpc/connections.ts';
import { installationHandlers } from './rpc/installations.ts';
import { integrationHandlers, uploadHandlers } from './rpc/integrations.ts';
import { objectMetadataHandlers, providerHandlers } from './rpc/providers.ts';
import { rateBudgetHandlers, readingHandlers, writingHandlers } from './rpc/reading.ts';
import { credentialBox } from './secrets/credential_box.ts';
import { sqlStores } from './stores.ts';
import { makeUseCases } from './use_cases.ts';

const REVOKER_WAKER = 'installation_revocations';

function quotaLimitsOf(config: Config): QuotaLimits {
  return {
    connectionsOfGroup: config.maxConnectionsPerGroup,
    connections: config.maxConnections,
    integrations: config.maxIntegrations,
    providerApps: config.maxProviderApps,
    signIns: config.maxSignInsPerGroup,
    signInSteps: config.maxSignInsPerGroup,
  };
}

/** Starts the service `installation`: database, provider catalogue, use cases, jobs and gRPC port. */
export async function start(config: Config, { log, clock, newId, bus, trust }: ProcessDeps): Promise<RunningProcess> {
  const db = openDatabase(config.databaseUrl, {
    log,
    guard: config.guardTransactions,
  });
  await migrateUp(db, migrations);
  const lab = labSetting(config);
  if (lab) log.warn('all provider calls go to the provider lab', { labUrl: lab.url });
  const { outboundAllow: allow, outboundAllowHttp: allowHttp } = config;
  const policy = { allow, allowHttp, plain: lab ? [lab.host] : [] };
  const telemetry = telemetryOf(log, config.requestLogLevel);
  const door = openProviderDoor({ ...policy, limits: answerLimits(config), telemetry });
  const sandbox = sandboxSetting(config, lab, log);
  const catalogue = loadProviders({ extraDir: config.providersDir || undefined, labUrl: lab?.url, sandbox });
  const stores = sqlStores(db, quotaLimitsOf(config));
  const permits = makePermitSource({ stores });
  const budgets = createCallBudgets({ permits, clock, log });
  const connectors = engineConnectors({ catalogue, calls: door.calls, budgets, policy, clock });
  const box = credentialBox(createSealer(config.keyring));
  const newest = await stores.connections.findNewest();
  if (newest) openAtStart(() => box.open(newest));
  const preview = sandbox ? simulatedProviders(catalogue) : null;
  const useCases = makeUseCases(
    { stores, connectors, preview, box, clock, newId, log },
    {
      ...config,
      wakeRevoker: () => bus.wake(REVOKER_WAKER),
      uploads: { perDay: config.maxUploadsPerDay, bytesPerDay: config.maxUploadBytesPerDay },
    },
  );
  const handlers = eventHandlers(useCases);
  const clients = { identity: rpcClient('events', { address: config.identityAddress, at: 'identity', trust }) };
  const versions = startVersions(db, log);
  const events = await startServiceEvents({
    service: 'installation',
    db,
    bus,
    handlers,
    clients,
    log,
    newId,
    clock,
  });
  const background = startLoops([...loops(useCases, config), ...backlogLoops(config, stores.queues.list)], log);
  const waking = bus.onWake(REVOKER_WAKER, () => background.wake(REVOCATIONS_LOOP));
  const purger = startPurger({ purges: purgeRulesOf(retentions(), { stores, clock }), log, idleMs: config.tidyRound });
  const server = await startRpcServer({
    service: 'installation',
    handlers: {
      ...providerHandlers(useCases),
      ...connectionHandlers(useCases),
      ...connectSessionHandlers(useCases),
      ...integrationHandlers(useCases),
      ...uploadHandlers(useCases),
      ...installationHandlers(useCases),
      ...objectMetadataHandlers(useCases),
      ...readingHandlers(useCases),
      ...writingHandlers(useCases),
      ...rateBudgetHandlers(useCases),
    },
    events: events.rpcs,
    versions: versions.rpcs,
    port: config.port,
    host: config.host,
    trust,
    log,
    telemetry,
    dependencies: {
      ...databaseHealth(db, log),
      bus: { isRequired: false, isReachable: async () => bus.isConnected() },
    },
  });
  return {
    ...server,
    async stop() {
      await Promise.all([events.stopConsuming(), background.stop(), waking.stop(), purger.stop()]);
      await server.stop();
      await useCases.refreshesSettled(); // until a refresh has ended, the rotated token is only in memory
      await events.stop();
      clients.identity.close();
      await door.close();
      await versions.stop();
      await db.destroy();
    },
  };
}
