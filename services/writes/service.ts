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
import { openToGateway } from '../../lib/hand_over/hand_over.ts';
import { startHandOverPort } from '../../lib/hand_over/port.ts';
import { startLoops } from '../../lib/loop/loops.ts';
import type { ProcessDeps, RunningProcess } from '../../lib/process/run_process.ts';
import { startPurger } from '../../lib/retention/purger.ts';
import { purgeRulesOf } from '../../lib/retention/retention.ts';
import { rpcClient } from '../../lib/rpc/client.ts';
import { startRpcServer } from '../../lib/rpc/server.ts';
import { telemetryOf } from '../../lib/telemetry/telemetry_of.ts';
import { startVersions } from '../../lib/versions/version.ts';
import { startWorker } from '../../lib/work/worker.ts';
import { installationClient } from './clients/installation_client.ts';
import type { Config } from './config.ts';
import { loops } from './jobs/loops.ts';
import { retentions } from './jobs/retention.ts';
import { migrations } from './migrations/migrations.ts';
import { writeHandlers } from './rpc/writes.ts';
import { sqlStores } from './stores.ts';
import { makeUseCases } from './use_cases.ts';

const WAKE_TOPIC = 'writes_records';
/** How long an installation may use a slot while other installations wait. Ms. */
const TIME_SLICE_MS = 1_000;
/** How long a record waits for its provider before another record may run in its slot. Ms. */
const YIELD_AFTER_MS = 500;
/** Max time of a health check of another service. Ms. */
const PEER_TIMEOUT_MS = 2_000;

/** Starts the service `writes`: its database, port and workers. */
export async function start(config: Config, { log, clock, newId, bus, trust }: ProcessDeps): Promise<RunningProcess> {
  const db = openDatabase(config.databaseUrl, { log, guard: config.guardTransactions });
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
  const useCases = makeUseCases({
    stores,
    clock,
    newId,
    log,
    config,
    installation: installationClient({ rpc, clock, newId }),
    providers: loadProviders({ extraDir: config.providersDir || undefined, labUrl: lab?.url, sandbox }),
    calls: door.calls,
    streams: door.streams,
    telemetry,
    permits: permitClient({ process: 'writes', rpc, clock, newId }),
    wake: () => bus.wake(WAKE_TOPIC),
  });

  const worker = startWorker({
    service: 'writes',
    queue: stores.queuedRecords,
    run: useCases.runRecord,
    ownerOf: ({ ownerId }) => ownerId,
    wakeAll: () => bus.wake(WAKE_TOPIC),
    log,
    concurrency: config.concurrency,
    timeSliceMs: TIME_SLICE_MS,
    yieldAfterMs: YIELD_AFTER_MS,
    leaseMs: config.lease,
    pollMs: config.poll,
  });
  const waking = bus.onWake(WAKE_TOPIC, worker.wake);
  const background = startLoops(
    [...loops(useCases, stores.queuedRecords, config), ...backlogLoops(config, stores.queues.list)],
    log,
  );
  const purger = startPurger({
    purges: purgeRulesOf(retentions(config), { stores, clock }),
    log,
    idleMs: config.janitorPoll,
  });
  const versions = startVersions(db, log);
  const events = await startServiceEvents({ service: 'writes', db, bus, handlers: {}, clients, log, newId, clock });
  const server = await startRpcServer({
    service: 'writes',
    handlers: writeHandlers(useCases),
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

  const handedOver = openToGateway(server.address, useCases.serveProxy);
  const proxyPort =
    config.form === 'services'
      ? await startHandOverPort({
          port: config.proxyPort,
          host: config.host,
          serve: useCases.serveProxy,
          trust,
          log,
        })
      : undefined;

  return {
    ...server,
    /** Takes no new work, lets running writes end, answers open requests, and only then closes the database. */
    async stop() {
      await Promise.all([waking.stop(), events.stopConsuming(), worker.stop(), background.stop(), purger.stop()]);
      handedOver.close();
      await Promise.all([server.stop(), proxyPort?.stop()]);
      await events.stop();
      rpc.close();
      for (const client of Object.values(clients)) client.close();
      await door.close();
      // Runs after the last request of the proxy. Errors are caught, so that the database is always closed.
      await useCases
        .writeProxyCounts()
        .catch((err: unknown) => log.warn('the last counts of the proxy are lost', { err }));
      await versions.stop();
      await db.destroy();
    },
  };
}
