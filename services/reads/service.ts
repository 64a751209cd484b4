import { permitClient } from '../../connectors/calls/permit_client.ts';
import { openProviderDoor } from '../../connectors/calls/provider_door.ts';
import { loadProviders } from '../../connectors/engine/catalogue/providers.ts';
import { backlogLoops } from '../../lib/backlog/backlog_loops.ts';
import { answerLimits } from '../../lib/config/answer_limit_settings.ts';
import { labSetting } from '../../lib/config/lab_setting.ts';
import { sandboxSetting } from '../../lib/config/sandbox_setting.ts';
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
import { startWorker } from '../../lib/work/worker.ts';
import { budgetAdopter, installationClient } from './clients/installation_client.ts';
import type { Config } from './config.ts';
import { eventHandlers } from './jobs/event_handlers.ts';
import { loops } from './jobs/loops.ts';
import { retentions } from './jobs/retention.ts';
import { migrations } from './migrations/migrations.ts';
import { afterHandOver, makeHandOverBudgets } from './rate_limits/hand_over_budgets.ts';
import { operationHandlers } from './rpc/operations.ts';
import { messageHandlers, readHandlers } from './rpc/reads.ts';
import { sqlStores } from './stores.ts';
import { makeUseCases } from './use_cases.ts';

const WAKE_TOPIC = 'reads_operations';
const CREDENTIALS_TOPIC = 'reads_credentials';
/** Max time of a health check of another service. Ms. */
const PEER_TIMEOUT_MS = 2_000;

/** Starts the service `reads`: its database, port, event consumer, scheduler and workers. */
export async function start(config: Config, { log, clock, newId, bus, trust }: ProcessDeps): Promise<RunningProcess> {
  const db = openDatabase(config.databaseUrl, {
    log,
    guard: config.guardTransactions,
    ifEmpty: 'then the schedules are rebuilt from the installations, and everything is read again',
  });
  await migrateUp(db, migrations);
  const rpc = rpcClient('installation', { address: config.installationAddress, trust });
  const clients = {
    identity: rpcClient('events', { address: config.identityAddress, at: 'identity', trust }),
    installation: rpcClient('events', { address: config.installationAddress, at: 'installation', trust }),
  };
  const lab = labSetting(config);
  if (lab) log.warn('all provider calls go to the provider lab', { labUrl: lab.url });
  const telemetry = telemetryOf(log, config.requestLogLevel);
  const door = openProviderDoor({
    telemetry,
    allow: config.outboundAllow,
    allowHttp: config.outboundAllowHttp,
    limits: answerLimits(config),
    plain: lab ? [lab.host] : [],
  });
  const sandbox = sandboxSetting(config, lab, log);
  const stores = sqlStores(db);
  const budgets = permitClient({ process: 'reads', rpc, clock, newId });
  const handOverBudgets = makeHandOverBudgets({ stores, adopt: budgetAdopter({ rpc, clock, newId }) });
  const useCases = makeUseCases({
    stores,
    clock,
    newId,
    log,
    config,
    installation: installationClient({ rpc, clock, newId }),
    providers: loadProviders({ extraDir: config.providersDir || undefined, labUrl: lab?.url, sandbox }),
    calls: door.calls,
    permits: afterHandOver(budgets, handOverBudgets),
    wake: () => bus.wake(WAKE_TOPIC),
    wakeCredentialCaches: () => bus.wake(CREDENTIALS_TOPIC),
  });

  const worker = startWorker({
    service: 'reads',
    queue: stores.operations,
    run: useCases.runOperation,
    ownerOf: ({ installationId }) => installationId,
    wakeAll: () => bus.wake(WAKE_TOPIC),
    log,
    concurrency: config.concurrency,
    timeSliceMs: config.timeSliceMs,
    yieldAfterMs: config.yieldAfterMs,
    leaseMs: config.lease,
    pollMs: config.poll,
  });
  const waking = bus.onWake(WAKE_TOPIC, worker.wake);
  const forgetting = bus.onWake(CREDENTIALS_TOPIC, useCases.forgetCredentials);
  const background = startLoops(
    [
      ...loops(useCases, { queue: stores.operations, handOverBudgets }, config),
      ...backlogLoops(config, stores.queues.list),
    ],
    log,
  );
  const purger = startPurger({
    purges: purgeRulesOf(retentions(config), { stores, clock }),
    log,
    idleMs: config.janitorPoll,
  });
  const handlers = eventHandlers(useCases);
  const versions = startVersions(db, log);
  const events = await startServiceEvents({ service: 'reads', db, bus, handlers, clients, log, newId, clock });
  const server = await startRpcServer({
    service: 'reads',
    handlers: { ...readHandlers(useCases), ...operationHandlers(useCases), ...messageHandlers(useCases) },
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
      installation: { isRequired: false, isReachable: async () => (await rpc.state(PEER_TIMEOUT_MS)) === 'serving' },
    },
  });

  return {
    ...server,
    /**
     * Takes no new work, lets running operations reach the end of a page, answers open requests, and only then closes
     * the database.
     */
    async stop() {
      await Promise.all([
        waking.stop(),
        forgetting.stop(),
        events.stopConsuming(),
        background.stop(),
        purger.stop(),
        worker.stop(),
      ]);
      await server.stop();
      await events.stop();
      rpc.close();
      clients.installation.close();
      await door.close();
      await versions.stop();
      await db.destroy();
    },
  };
}
