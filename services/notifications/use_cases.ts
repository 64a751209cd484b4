import { makeWriteAuditEntry, type WriteAuditEntry } from '../../lib/audit/audit.ts';
import { makeListCounts } from '../../lib/counts/list_counts.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import type { NewId } from '../../lib/ids/ids.ts';
import type { Log } from '../../lib/log/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { AttemptRules } from './attempts/attempt_rules.ts';
import {
  type ClaimRules,
  makeClaimDeliveries,
  makeOpenDestination,
  makePostponeDeliveries,
} from './attempts/claim_deliveries.ts';
import { makeRecordAttempts } from './attempts/record_attempts.ts';
import { DELIVERY_KINDS } from './deliveries/delivery.ts';
import { makeGetDelivery, makeListBacklogs, makeListDeliveries } from './deliveries/delivery_views.ts';
import { makeCreateDestination } from './destinations/create_destination.ts';
import type { Destination } from './destinations/destination.ts';
import {
  makeCancelDestinationDeletion,
  makeDeleteDestination,
  makeStartDestinationDeletion,
} from './destinations/destination_deletion.ts';
import type { DestinationDrivers } from './destinations/destination_driver.ts';
import { healthOf, makeReportFailing } from './destinations/destination_health.ts';
import { makeAnnounceDestinations, makeResolveDestinations } from './destinations/destination_names.ts';
import { makeGetDestination, makeTestDestination } from './destinations/destinations.ts';
import { makeSealClearSecrets, makeShowMetadata } from './destinations/seal_metadata.ts';
import { makeUpdateDestination } from './destinations/update_destination.ts';
import { makeCloseDeliveries, makeExpireHolds, makeReleaseHolds } from './holds/holds.ts';
import { makeProbeDestinations, makeRecordProbe, type ProbeRules } from './probes/probe_destinations.ts';
import { makeRecoverDeliveries } from './recoveries/recover_deliveries.ts';
import { makeCancelRecovery, makeGetRecovery, makeListRecoveries, makeStartRecovery } from './recoveries/recoveries.ts';
import { makeResendDelivery } from './resends/resend_delivery.ts';
import { makeDeliverNotification } from './routing/deliver_notification.ts';
import { makeDeliverPages } from './routing/deliver_pages.ts';
import { makeTopics } from './routing/topics.ts';
import type { Stores } from './stores.ts';

type UseCaseDeps = {
  stores: Stores;
  drivers: DestinationDrivers;
  sealer: Sealer;
  clock: Clock;
  newId: NewId;
  newSecret: () => string;
  random: () => number;
  /** Finds bodies of messages by message id; omits deleted bodies. Rejects when the service `reads` is unavailable. */
  readBodies: (messageIds: string[]) => Promise<Map<string, Uint8Array>>;
  log: Log;
  /** Wakes the delivery workers of all replicas. */
  wake: () => void;
  /** Wakes the loops of this process that hold and release queues. */
  wakeQueues: () => void;
  keyOverlapMs: number;
  undeliveredRetentionMs: number;
  claimRules: ClaimRules;
  attemptRules: AttemptRules;
  probeRules: ProbeRules;
};

type Deps = UseCaseDeps & { audit: WriteAuditEntry<'notifications'> };

/** Builds the use cases of the service `notifications`. */
export function makeUseCases(given: UseCaseDeps) {
  const deps = { ...given, audit: makeWriteAuditEntry('notifications', given) };
  return {
    ...destinationUseCases(deps),
    ...routingUseCases(deps),
    ...deliveryUseCases(deps),
    ...recoveryUseCases(deps),
    ...probeUseCases(deps),
  };
}

export type UseCases = ReturnType<typeof makeUseCases>;

function destinationUseCases(deps: Deps) {
  return {
    listDestinations: deps.stores.destinations.list,
    showMetadata: makeShowMetadata(deps),
    createDestination: makeCreateDestination(deps),
    getDestination: makeGetDestination(deps),
    updateDestination: makeUpdateDestination(deps),
    testDestination: makeTestDestination({ ...deps, openDestination: makeOpenDestination(deps) }),
    resolveDestinations: makeResolveDestinations(deps),
    startDestinationDeletion: makeStartDestinationDeletion(deps),
    cancelDestinationDeletion: makeCancelDestinationDeletion(deps),
    deleteDestination: makeDeleteDestination(deps),
    reportFailing: makeReportFailing(deps),
    healthOf: (destination: Destination) => healthOf(destination, deps.clock.now()),
    announceDestinations: makeAnnounceDestinations(deps),
    sealClearSecrets: makeSealClearSecrets(deps),
  };
}

function recoveryUseCases(deps: Deps) {
  return {
    startRecovery: makeStartRecovery(deps),
    getRecovery: makeGetRecovery(deps),
    listRecoveries: makeListRecoveries(deps),
    cancelRecovery: makeCancelRecovery(deps),
    recoverDeliveries: makeRecoverDeliveries(deps),
  };
}

function routingUseCases(deps: Deps) {
  return {
    ...makeTopics(deps),
    deliverPages: makeDeliverPages(deps),
    deliverNotification: makeDeliverNotification(deps),
  };
}

function deliveryUseCases(deps: Deps) {
  const { claimRules, attemptRules, stores } = deps;
  return {
    listDeliveries: makeListDeliveries(deps),
    getDelivery: makeGetDelivery(deps),
    resendDelivery: makeResendDelivery({ ...deps, bodies: bodyReaders(deps) }),
    listBacklogs: makeListBacklogs(deps),
    listDeliveryCounts: makeListCounts(DELIVERY_KINDS, { ...deps, counts: stores.counts }),
    claimDeliveries: makeClaimDeliveries({ ...deps, rules: claimRules }),
    openDestination: makeOpenDestination(deps),
    recordAttempts: makeRecordAttempts({ ...deps, rules: attemptRules }),
    postponeDeliveries: makePostponeDeliveries(deps),
    reclaimDeliveries: stores.deliveries.reclaim,
    bodies: bodyReaders(deps),
    closeDeliveries: makeCloseDeliveries(deps),
    releaseHolds: makeReleaseHolds(deps),
    expireHolds: makeExpireHolds(deps),
  };
}

function probeUseCases(deps: Deps) {
  const rules = { ...deps.attemptRules, ...deps.probeRules };
  return {
    probeDestinations: makeProbeDestinations({
      ...deps,
      rules,
      bodies: bodyReaders(deps),
      openDestination: makeOpenDestination(deps),
      recordProbe: makeRecordProbe({ ...deps, rules }),
    }),
  };
}

/** For each source of deliveries, the function that reads the bodies. */
function bodyReaders({ readBodies, stores }: Deps) {
  return { read: readBodies, notification: stores.notifications.bodies };
}
