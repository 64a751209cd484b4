import { backlogLoops } from '../../lib/backlog/backlog_loops.ts';
import { createSealer, openAtStart } from '../../lib/crypto/sealer.ts';
import { databaseHealth } from '../../lib/db/database_health.ts';
import { migrateUp } from '../../lib/db/migrate.ts';
import { openDatabase } from '../../lib/db/open.ts';
import { startServiceEvents } from '../../lib/events/service_events.ts';
import { outboundClient } from '../../lib/http/outbound.ts';
import { createUrlCheck } from '../../lib/http/url_check.ts';
import { type RunningLoops, startLoops } from '../../lib/loop/loops.ts';
import { StartFault } from '../../lib/problem/start_fault.ts';
import type { ProcessDeps, RunningProcess } from '../../lib/process/run_process.ts';
import { startPurger } from '../../lib/retention/purger.ts';
import { purgeRulesOf } from '../../lib/retention/retention.ts';
import { rpcClient } from '../../lib/rpc/client.ts';
import { startRpcServer } from '../../lib/rpc/server.ts';
import { newSigningSecret } from '../../lib/signature/webhook_signature.ts';
import { telemetryOf } from '../../lib/telemetry/telemetry_of.ts';
import { startVersions } from '../../lib/versions/version.ts';
import { makeReadBodies } from './clients/message_bodies.ts';
import type { Config } from './config.ts';
import { sealContext } from './destinations/destination.ts';
import { destinationDrivers } from './destinations/drivers.ts';
import { undeliveredRetentionMsOf } from './holds/hold.ts';
import { type DeliveryWorker, startDeliveryWorker } from './jobs/delivery_worker.ts';
import { eventHandlers } from './jobs/event_handlers.ts';
import { loops, QUEUE_LOOPS } from './jobs/loops.ts';
import { retentions } from './jobs/retention.ts';
import { makeServeLane } from './jobs/serve_lane.ts';
import { migrations } from './migrations/migrations.ts';
import type { QuotaLimits } from './quota.ts';
import { deliveryHandlers } from './rpc/deliveries.ts';
import { destinationHandlers } from './rpc/destinations.ts';
import { recoveryHandlers } from './rpc/recoveries.ts';
import { routeHandlers, topicHandlers } from './rpc/routes.ts';
import { type Stores, sqlStores } from './stores.ts';
import { makeUseCases, type UseCases } from './use_cases.ts';

/** The name of the wake-up that tells all replicas that deliveries were added or became due. */
const DELIVERIES_WAKER = 'notifications_deliveries';
const BODIES_TIMEOUT_MS = 5_000;
/** Max time of a health check of another service. Ms. */
const PEER_TIMEOUT_MS = 2_000;
/**
 * The share of the spare time of a lease (lease minus attempt timeout) in which an attempt may start. The remaining
 * share is for recording the result.
 */
const START_SHARE = 0.75;

type ServiceParts = ProcessDeps & { config: Config; stores: Stores; useCases: UseCases };

/**
 * Starts the service `notifications`: database, gRPC server, event handlers and worker. `stop` drains running
 * deliveries.
 */
export async function start(config: Config, deps: ProcessDeps): Promise<RunningProcess> {
  checkLease(config);
  undeliveredRetentionMsOf(config);
  const db = openDatabase(config.databaseUrl, {
    log: deps.log,
    guard: config.guardTransactions,
  });
  await migrateUp(db, migrations);
  const stores = sqlStores(db, quotaLimitsOf(config));
  const sealer = createSealer(config.keyring);
  const newest = await stores.destinations.findNewest();
  if (newest) openAtStart(() => sealer.open(newest.sealedKey, sealContext(newest)));
  await stores.deliveries.reclaimAtStart();
  const { trust } = deps;
  const outbound = outboundClient({ ...outboundPolicyOf(config), connectionsPerOrigin: config.maxInFlight });
  const reads = rpcClient('reads', { address: config.readsAddress, trust });
  const clients = {
    identity: rpcClient('events', { address: config.identityAddress, at: 'identity', trust }),
    reads: rpcClient('events', { address: config.readsAddress, at: 'reads', trust }),
    writes: config.writesAddress
      ? rpcClient('events', { address: config.writesAddress, at: 'writes', trust })
      : undefined,
    installation: rpcClient('events', { address: config.installationAddress, at: 'installation', trust }),
  };
  const useCases = makeUseCases({
    ...deps,
    ...rulesOf(config),
    stores,
    drivers: destinationDrivers({
      send: outbound.send,
      urlCheck: createUrlCheck(outboundPolicyOf(config)),
      clock: deps.clock,
      limits: { headTimeoutMs: config.headTimeout, timeoutMs: config.attemptTimeout },
    }),
    sealer,
    newSecret: newSigningSecret,
    random: Math.random,
    readBodies: makeReadBodies({ reads, newId: deps.newId, clock: deps.clock, timeoutMs: BODIES_TIMEOUT_MS }),
    wake: () => deps.bus.wake(DELIVERIES_WAKER),
    wakeQueues: () => QUEUE_LOOPS.forEach(background.wake),
  });
  const parts: ServiceParts = { ...deps, config, stores, useCases };
  const background: RunningLoops = startLoops(
    [...loops(useCases), ...backlogLoops(config, stores.queues.list)],
    deps.log,
  );
  const purger = startPurger({
    purges: purgeRulesOf(retentions({ ...config, undeliveredRetention: undeliveredRetentionMsOf(config) }), parts),
    log: deps.log,
  });
  const worker = startWorker(parts);
  const wakes = deps.bus.onWake(DELIVERIES_WAKER, worker.wake);
  const versions = startVersions(db, deps.log);
  const events = await startServiceEvents({
    ...parts,
    db,
    service: 'notifications',
    handlers: eventHandlers(useCases),
    clients,
  });
  const server = await startRpcServer({
    service: 'notifications',
    handlers: {
      ...destinationHandlers(useCases),
      ...deliveryHandlers(useCases),
      ...recoveryHandlers(useCases),
      ...topicHandlers(useCases),
      ...routeHandlers(useCases),
    },
    events: events.rpcs,
    versions: versions.rpcs,
    port: config.port,
    host: config.host,
    trust,
    log: deps.log,
    telemetry: telemetryOf(deps.log, config.requestLogLevel),
    dependencies: {
      ...databaseHealth(db, deps.log),
      bus: { isRequired: false, isReachable: async () => deps.bus.isConnected() },
      reads: { isRequired: false, isReachable: async () => (await reads.state(PEER_TIMEOUT_MS)) === 'serving' },
    },
  });
  return {
    ...server,
    async stop() {
      await events.stopConsuming();
      await wakes.stop();
      await Promise.all([server.stop(), worker.stop(config.drain), background.stop(), purger.stop()]);
      await events.stop();
      for (const client of [reads, ...Object.values(clients)]) client?.close();
      await outbound.close();
      await versions.stop();
      await db.destroy();
    },
  };
}

/**
 * Throws when the lease is too short: if attempts took longer than the lease, two workers would often send the same
 * delivery.
 */
function checkLease({ lease, attemptTimeout }: Config): void {
  if (lease < 2 * attemptTimeout)
    throw new StartFault(
      'CAUSEWAY_NOTIFICATIONS_LEASE_MS must be twice CAUSEWAY_NOTIFICATIONS_ATTEMPT_TIMEOUT_MS at least.',
    );
}

function quotaLimitsOf({ maxDestinations: destinations, maxTopics: topics, maxRoutes: routes }: Config): QuotaLimits {
  return { destinations, topics, routes };
}

function outboundPolicyOf({ outboundAllow, outboundAllowHttp }: Config) {
  return { allow: outboundAllow, allowHttp: outboundAllowHttp };
}

function rulesOf(config: Config) {
  return {
    keyOverlapMs: config.keyOverlap,
    undeliveredRetentionMs: undeliveredRetentionMsOf(config),
    claimRules: {
      leaseMs: config.lease,
      perDestination: config.perDestination,
      suspectAfter: config.breakerFailures,
      breakerOpenMs: config.breakerOpen,
    },
    probeRules: { leaseMs: config.lease, startWithinMs: startWithinMsOf(config) },
    attemptRules: {
      gaps: config.attemptGaps,
      slowDownMs: config.slowDown,
      retryAfterMaxMs: config.retryAfterMax,
      disableAfterMs: config.disableAfter,
      breaker: { failures: config.breakerFailures, afterMs: config.breakerAfter, openMs: config.breakerOpen },
      probeGaps: config.probeGaps,
    },
  };
}

/**
 * Returns how long after its claim an attempt may start at the latest, in ms, so that it ends and is recorded within
 * the lease.
 */
function startWithinMsOf({ lease, attemptTimeout }: Config): number {
  return START_SHARE * (lease - attemptTimeout);
}

function startWorker({ useCases, config, clock, log }: ServiceParts): DeliveryWorker {
  return startDeliveryWorker({
    useCases,
    serve: makeServeLane({
      bodies: useCases.bodies,
      openDestination: useCases.openDestination,
      startWithinMs: startWithinMsOf(config),
      clock,
      log,
    }),
    log,
    pollMs: config.poll,
    maxInFlight: config.maxInFlight,
  });
}
