import { type Audit, makeAudit } from '../../lib/audit/audit.ts';
import { makeDeleteRoute } from './routing/usecases/delete_route.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import type { NewId } from '../../lib/ids/ids.ts';
import type { Log } from '../../lib/log/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { AttemptRules } from './attempts/domain/attempt_rules.ts';
import { makeClaimDeliveries, type ClaimRules } from './attempts/usecases/claim_deliveries.ts';
import { makeOpenDestination } from './attempts/usecases/open_destination.ts';
import { makePostponeDeliveries } from './attempts/usecases/postpone_deliveries.ts';
import { makeRecordAttempts } from './attempts/usecases/record_attempts.ts';
import { makeListCounts } from '../../lib/counts/list_counts.ts';
import { DELIVERY_KINDS } from './deliveries/domain/delivery_counts.ts';
import { makeListBacklogs } from './deliveries/usecases/list_backlogs.ts';
import { makeGetDelivery } from './deliveries/usecases/get_delivery.ts';
import { makeListDeliveries } from './deliveries/usecases/list_deliveries.ts';
import type { DestinationDrivers } from './destinations/domain/destination_drivers.ts';
import { makeAnnounceDestinations } from './destinations/usecases/announce_destinations.ts';
import { makeCancelDestinationDeletion } from './destinations/usecases/cancel_destination_deletion.ts';
import { makeCreateDestination } from './destinations/usecases/create_destination.ts';
import { makeDeleteDestination } from './destinations/usecases/delete_destination.ts';
import { makeGetDestination } from './destinations/usecases/get_destination.ts';
import { makeResolveDestinations } from './destinations/usecases/resolve_destinations.ts';
import { makeSealClearSecrets } from './destinations/usecases/seal_clear_secrets.ts';
import { makeShowMetadata } from './destinations/usecases/show_metadata.ts';
import { makeStartDestinationDeletion } from './destinations/usecases/start_destination_deletion.ts';
import { makeUpdateDestination } from './destinations/usecases/update_destination.ts';
import { makeCloseDeliveries } from './holds/usecases/close_deliveries.ts';
import { makeExpireHolds } from './holds/usecases/expire_holds.ts';
import { makeReleaseHolds } from './holds/usecases/release_holds.ts';
import { makeCreateEventTopicRoute } from './routing/usecases/create_event_topic_route.ts';
import { makeCreateTopic } from './routing/usecases/create_topic.ts';
import { makeCreateTopicDestinationRoute } from './routing/usecases/create_topic_destination_route.ts';
import { makeDeleteTopic } from './routing/usecases/delete_topic.ts';
import { makeDeliverNotification } from './routing/usecases/deliver_notification.ts';
import { makeDeliverPages } from './routing/usecases/deliver_pages.ts';
import { makeUpdateTopic } from './routing/usecases/update_topic.ts';
import type { Stores } from './stores.ts';

export type UseCaseDeps = {
  stores: Stores;
  drivers: DestinationDrivers;
  sealer: Sealer;
  clock: Clock;
  newId: NewId;
  newSecret: () => string;
  random: () => number;
  log: Log;
  /** Wakes the delivery workers of all replicas. */
  wake: () => void;
  /** Wakes the loops of this process that hold and release queues. */
  wakeQueues: () => void;
  keyOverlapMs: number;
  undeliveredRetentionMs: number;
  claimRules: ClaimRules;
  attemptRules: AttemptRules;
};

type Deps = UseCaseDeps & { audit: Audit<'notifications'> };

/** Composes the use cases of notifications. */
export function makeUseCases(given: UseCaseDeps) {
  const deps = { ...given, audit: makeAudit('notifications', given) };
  return { ...ofDestinations(deps), ...ofRouting(deps), ...ofDeliveries(deps) };
}

export type UseCases = ReturnType<typeof makeUseCases>;

function ofDestinations(deps: Deps) {
  return {
    listDestinations: deps.stores.destinations.list,
    showMetadata: makeShowMetadata(deps),
    createDestination: makeCreateDestination(deps),
    getDestination: makeGetDestination(deps),
    updateDestination: makeUpdateDestination(deps),
    resolveDestinations: makeResolveDestinations(deps),
    startDestinationDeletion: makeStartDestinationDeletion(deps),
    cancelDestinationDeletion: makeCancelDestinationDeletion(deps),
    deleteDestination: makeDeleteDestination(deps),
    announceDestinations: makeAnnounceDestinations(deps),
    sealClearSecrets: makeSealClearSecrets(deps),
  };
}

function ofRouting(deps: Deps) {
  const { topics, eventTopicRoutes, topicDestinationRoutes } = deps.stores;
  return {
    listTopics: topics.list,
    createTopic: makeCreateTopic(deps),
    updateTopic: makeUpdateTopic(deps),
    deleteTopic: makeDeleteTopic(deps),
    listEventTopicRoutes: eventTopicRoutes.list,
    createEventTopicRoute: makeCreateEventTopicRoute(deps),
    deleteEventTopicRoute: makeDeleteRoute(deps, 'eventTopicRoutes'),
    listTopicDestinationRoutes: topicDestinationRoutes.list,
    createTopicDestinationRoute: makeCreateTopicDestinationRoute(deps),
    deleteTopicDestinationRoute: makeDeleteRoute(deps, 'topicDestinationRoutes'),
    deliverPages: makeDeliverPages(deps),
    deliverNotification: makeDeliverNotification(deps),
  };
}

function ofDeliveries(deps: Deps) {
  const { claimRules, attemptRules, stores } = deps;
  return {
    listDeliveries: makeListDeliveries(deps),
    getDelivery: makeGetDelivery(deps),
    listBacklogs: makeListBacklogs(deps),
    listDeliveryCounts: makeListCounts(DELIVERY_KINDS, { ...deps, counts: stores.counts }),
    claimDeliveries: makeClaimDeliveries({ ...deps, rules: claimRules }),
    openDestination: makeOpenDestination(deps),
    recordAttempts: makeRecordAttempts({ ...deps, rules: attemptRules }),
    postponeDeliveries: makePostponeDeliveries(deps),
    reclaimDeliveries: stores.deliveries.reclaim,
    notificationBodies: stores.notifications.bodies,
    closeDeliveries: makeCloseDeliveries(deps),
    releaseHolds: makeReleaseHolds(deps),
    expireHolds: makeExpireHolds(deps),
  };
}
