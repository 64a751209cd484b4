import { createSealer, type Sealer } from '../../lib/crypto/sealer.ts';
import { isReachable } from '../../lib/db/is_reachable.ts';
import { migrateUp } from '../../lib/db/migrate.ts';
import { openDatabase, type Db } from '../../lib/db/open.ts';
import type { Bus } from '../../lib/events/bus.ts';
import { startServiceEvents } from '../../lib/events/service_events.ts';
import { outboundClient, type Send } from '../../lib/http/outbound.ts';
import { createUrlCheck } from '../../lib/http/url_check.ts';
import type { ProcessDeps, Running } from '../../lib/process/run_process.ts';
import { purgesOf } from '../../lib/retention/retention.ts';
import { startPurger } from '../../lib/retention/purger.ts';
import { StartFault } from '../../lib/problem/start_fault.ts';
import { rpcClient, type RpcConnection } from '../../lib/rpc/client.ts';
import { startRpcServer } from '../../lib/rpc/server.ts';
import { logTelemetry } from '../../lib/telemetry/log_telemetry.ts';
import type { Handlers } from '../../lib/rpc/services.ts';
import { newSigningSecret } from '../../lib/signature/webhook_signature.ts';
import { messageBodies } from './clients/message_bodies.ts';
import type { Config } from './config.ts';
import type { AttemptRules } from './attempts/domain/attempt_rules.ts';
import type { Stores } from './stores.ts';
import { makeAttempt } from './jobs/attempt.ts';
import { startDeliveryWorker, type DeliveryWorker } from './jobs/delivery_worker.ts';
import { eventHandlers } from './jobs/event_handlers.ts';
import { startHousekeeper, type Housekeeper } from './jobs/housekeeper.ts';
import { makeServeLane } from './jobs/serve_lane.ts';
import { undeliveredRetention } from './holds/domain/undelivered_retention.ts';
import { migrations } from './migrations/migrations.ts';
import { deliveryHandlers } from './rpc/deliveries.ts';
import { destinationHandlers } from './rpc/destinations.ts';
import { routeHandlers } from './rpc/routes.ts';
import { topicHandlers } from './rpc/topics.ts';
import type { QuotaLimits } from './store/quota_store.ts';
import { sqlStores } from './stores.ts';
import { makeCancelDestinationDeletion } from './destinations/usecases/cancel_destination_deletion.ts';
import { makeAnnounceDestinations } from './destinations/usecases/announce_destinations.ts';
import { makeClaimDeliveries } from './attempts/usecases/claim_deliveries.ts';
import { makeCloseDeliveries } from './holds/usecases/close_deliveries.ts';
import { makeCreateDestination } from './destinations/usecases/create_destination.ts';
import { makeCreateEventTopicRoute } from './routing/usecases/create_event_topic_route.ts';
import { makeCreateTopic } from './routing/usecases/create_topic.ts';
import { makeCreateTopicDestinationRoute } from './routing/usecases/create_topic_destination_route.ts';
import { makeDeleteDestination } from './destinations/usecases/delete_destination.ts';
import { makeDeleteTopic } from './routing/usecases/delete_topic.ts';
import { makeDeliverNotification } from './routing/usecases/deliver_notification.ts';
import { makeDeliverPages } from './routing/usecases/deliver_pages.ts';
import { makeExpireHolds } from './holds/usecases/expire_holds.ts';
import { retentions } from './jobs/retention.ts';
import { makeGetDelivery } from './deliveries/usecases/get_delivery.ts';
import { makeGetDestination } from './destinations/usecases/get_destination.ts';
import { makeListDeliveries } from './deliveries/usecases/list_deliveries.ts';
import { makeRecordAttempts } from './attempts/usecases/record_attempts.ts';
import { makeReleaseDeliveries } from './attempts/usecases/postpone_deliveries.ts';
import { makeResolveDestinations } from './destinations/usecases/resolve_destinations.ts';
import { makeReleaseHolds } from './holds/usecases/release_holds.ts';
import { makeSealHeaders } from './destinations/usecases/seal_headers.ts';
import { makeShowMetadata, openWebhook } from './destinations/usecases/webhook_headers.ts';
import { signingSecrets } from './destinations/usecases/signing_keys.ts';
import { makeStartDestinationDeletion } from './destinations/usecases/start_destination_deletion.ts';
import { makeUpdateDestination } from './destinations/usecases/update_destination.ts';
import { makeUpdateTopic } from './routing/usecases/update_topic.ts';

/** The wake-up topic of all replicas: deliveries were added or became due. */
const WAKE = 'notifications_deliveries';
const RECLAIMED_AT_ONCE = 200;
const BODIES_TIMEOUT = 5_000;
/** Max time of a health check of another service. Ms. */
const PEER_TIMEOUT = 2_000;
/** The part of the lease's slack in which an attempt may start; the rest is for recording its result. */
const SAFE_PART = 0.75;

type Parts = ProcessDeps & { config: Config; db: Db; stores: Stores; sealer: Sealer };

/** Starts notifications: database, gRPC server, event handlers and worker. `stop` drains running deliveries. */
export async function start(config: Config, deps: ProcessDeps): Promise<Running> {
  checkLease(config);
  undeliveredRetention(config);
  const db = openDatabase(config.databaseUrl, {
    log: deps.log,
    guard: config.guardTransactions,
  });
  await migrateUp(db, migrations);
  const parts: Parts = {
    ...deps,
    config,
    db,
    stores: sqlStores(db, limitsOf(config)),
    sealer: createSealer(config.keyring),
  };
  await parts.stores.deliveries.reclaimAtStart();
  const { trust } = deps;
  const outbound = outboundClient({ ...policyOf(config), connectionsPerOrigin: config.maxInFlight });
  const reads = rpcClient('reads', { address: config.readsAddress, trust });
  const clients = {
    reads: rpcClient('events', { address: config.readsAddress, at: 'reads', trust }),
    installation: rpcClient('events', { address: config.installationAddress, at: 'installation', trust }),
  };
  const housekeeper = startOwnHousekeeper(parts);
  const purger = startPurger({
    purges: purgesOf(retentions({ ...config, undeliveredRetention: undeliveredRetention(config) }), parts),
    log: deps.log,
  });
  const worker = startWorker(parts, { reads, send: outbound.send, housekeeper });
  const wakes = deps.bus.onWake(WAKE, worker.wake);
  const events = await startServiceEvents({
    ...parts,
    service: 'notifications',
    handlers: makeHandlers(parts),
    clients,
  });
  const server = await startRpcServer({
    service: 'notifications',
    handlers: handlersOf(parts, housekeeper),
    events: events.rpcs,
    port: config.port,
    host: config.host,
    trust,
    log: deps.log,
    telemetry: logTelemetry(deps.log, config.requestLogLevel),
    dependencies: {
      database: { isRequired: true, isReachable: () => isReachable(db) },
      bus: { isRequired: false, isReachable: async () => deps.bus.isConnected() },
      reads: { isRequired: false, isReachable: async () => (await reads.state(PEER_TIMEOUT)) === 'serving' },
    },
  });
  return {
    ...server,
    async stop() {
      await events.stopConsuming();
      await wakes.stop();
      await Promise.all([server.stop(), worker.stop(config.drain), housekeeper.stop(), purger.stop()]);
      await events.stop();
      for (const client of [reads, ...Object.values(clients)]) client.close();
      await outbound.close();
      await db.destroy();
    },
  };
}

/** An attempt must end within its lease; otherwise two workers would regularly hold the same delivery. */
function checkLease({ lease, attemptTimeout }: Config): void {
  if (lease < 2 * attemptTimeout)
    throw new StartFault(
      'CAUSEWAY_NOTIFICATIONS_LEASE_MS must be twice CAUSEWAY_NOTIFICATIONS_ATTEMPT_TIMEOUT_MS at least.',
    );
}

function limitsOf({ maxDestinations: destinations, maxTopics: topics, maxRoutes: routes }: Config): QuotaLimits {
  return { destinations, topics, routes };
}

function policyOf({ outboundAllow, outboundAllowHttp }: Config) {
  return { allow: outboundAllow, allowHttp: outboundAllowHttp };
}

function wake(bus: Bus): () => void {
  return () => bus.wake(WAKE);
}

function makeHandlers({ stores, clock, newId, log, bus }: Parts) {
  return eventHandlers({
    deliverPages: makeDeliverPages({ stores, clock, newId, log, wake: wake(bus) }),
    deliverNotification: makeDeliverNotification({ stores, clock, wake: wake(bus) }),
  });
}

function startOwnHousekeeper({ stores, sealer, clock, newId, log, config, bus }: Parts): Housekeeper {
  const undeliveredRetentionMs = undeliveredRetention(config);
  return startHousekeeper({
    close: makeCloseDeliveries({ stores, clock, newId }),
    release: makeReleaseHolds({ stores, clock, newId, wake: wake(bus) }),
    expire: makeExpireHolds({ stores, clock, newId, log, undeliveredRetentionMs }),
    announce: makeAnnounceDestinations({ stores, clock, newId }),
    seal: makeSealHeaders({ stores, sealer }),
    log,
  });
}

function rulesOf(config: Config): AttemptRules {
  return {
    gaps: config.attemptGaps,
    slowDownMs: config.slowDown,
    retryAfterMaxMs: config.retryAfterMax,
    disableAfterMs: config.disableAfter,
    breaker: { failures: config.breakerFailures, afterMs: config.breakerAfter, openMs: config.breakerOpen },
  };
}

type Outside = { reads: RpcConnection<'reads'>; send: Send; housekeeper: Housekeeper };

function startWorker(
  { stores, clock, newId, log, config, sealer }: Parts,
  { reads, send, housekeeper }: Outside,
): DeliveryWorker {
  const claimRules = {
    leaseMs: config.lease,
    perDestination: config.perDestination,
    suspectAfter: config.breakerFailures,
    spareMs: config.breakerOpen,
  };
  return startDeliveryWorker({
    claim: makeClaimDeliveries({ stores, rules: claimRules }),
    serve: makeServeLane({
      bodies: {
        read: messageBodies({ reads, newId, clock, timeoutMs: BODIES_TIMEOUT }),
        notification: (eventIds) => stores.notifications.bodies(eventIds),
      },
      secretsOf: (destination) => signingSecrets(destination, sealer, clock.now()),
      webhookOf: (destination) => openWebhook(destination, sealer),
      attempt: makeAttempt({
        send,
        clock,
        limits: { headTimeoutMs: config.headTimeout, timeoutMs: config.attemptTimeout },
        log,
      }),
      startWithinMs: SAFE_PART * (config.lease - config.attemptTimeout),
      log,
    }),
    record: makeRecordAttempts({
      stores,
      clock,
      newId,
      log,
      rules: rulesOf(config),
      random: Math.random,
      wakeCloser: housekeeper.wake,
    }),
    release: makeReleaseDeliveries({ stores, clock }),
    reclaim: () => stores.deliveries.reclaim(RECLAIMED_AT_ONCE),
    log,
    pollMs: config.poll,
    maxInFlight: config.maxInFlight,
  });
}

function handlersOf(
  { stores, sealer, clock, newId, config, bus }: Parts,
  housekeeper: Housekeeper,
): Handlers<'notifications'> {
  const urlCheck = createUrlCheck(policyOf(config));
  const newSecret = newSigningSecret;
  return {
    ...destinationHandlers({
      destinations: stores.destinations,
      showMetadata: makeShowMetadata({ sealer }),
      createDestination: makeCreateDestination({ stores, sealer, clock, newId, newSecret, urlCheck }),
      getDestination: makeGetDestination({ stores, sealer, clock, newSecret, keyOverlapMs: config.keyOverlap }),
      resolveDestinations: makeResolveDestinations({ stores }),
      startDestinationDeletion: makeStartDestinationDeletion({ stores }),
      cancelDestinationDeletion: makeCancelDestinationDeletion({ stores }),
      updateDestination: makeUpdateDestination({
        stores,
        sealer,
        clock,
        newId,
        urlCheck,
        wake: wake(bus),
        wakeCloser: housekeeper.wake,
      }),
      deleteDestination: makeDeleteDestination({ stores, clock, newId, wakeCloser: housekeeper.wake }),
    }),
    ...deliveryHandlers({
      listDeliveries: makeListDeliveries({ stores }),
      getDelivery: makeGetDelivery({ stores }),
    }),
    ...topicHandlers({
      topics: stores.topics,
      createTopic: makeCreateTopic({ stores, clock, newId }),
      updateTopic: makeUpdateTopic({ stores, clock }),
      deleteTopic: makeDeleteTopic({ stores }),
    }),
    ...routeHandlers({
      eventTopicRoutes: stores.eventTopicRoutes,
      topicDestinationRoutes: stores.topicDestinationRoutes,
      createEventTopicRoute: makeCreateEventTopicRoute({ stores, clock, newId }),
      createTopicDestinationRoute: makeCreateTopicDestinationRoute({ stores, clock, newId }),
    }),
  };
}
