import { makeWriteAuditEntry } from '../../lib/audit/audit.ts';
import { createSealer, newKeyring } from '../../lib/crypto/sealer.ts';
import { readNow, setDatabaseClock } from '../../lib/db/now.ts';
import type { Db } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog } from '../../lib/log/log.ts';
import { purgeRulesOf } from '../../lib/retention/retention.ts';
import { systemClock } from '../../lib/time/clock.ts';
import type { AttemptRules } from '../../services/notifications/attempts/attempt_rules.ts';
import {
  type ClaimRules,
  makeClaimDeliveries,
  makePostponeDeliveries,
} from '../../services/notifications/attempts/claim_deliveries.ts';
import { makeRecordAttempts } from '../../services/notifications/attempts/record_attempts.ts';
import type {
  AttemptedDelivery,
  AttemptOutcome,
  ClaimedDelivery,
} from '../../services/notifications/deliveries/delivery.ts';
import type { Destination } from '../../services/notifications/destinations/destination.ts';
import { makeReportFailing } from '../../services/notifications/destinations/destination_health.ts';
import { makeAnnounceDestinations } from '../../services/notifications/destinations/destination_names.ts';
import { destinationDrivers } from '../../services/notifications/destinations/drivers.ts';
import { makeUpdateDestination } from '../../services/notifications/destinations/update_destination.ts';
import { resultOfStatus } from '../../services/notifications/destinations/webhook/receiver_answer.ts';
import { makeCloseDeliveries, makeExpireHolds, makeReleaseHolds } from '../../services/notifications/holds/holds.ts';
import { retentions } from '../../services/notifications/jobs/retention.ts';
import { makeProbeDestinations, makeRecordProbe } from '../../services/notifications/probes/probe_destinations.ts';
import { makeRecoverDeliveries } from '../../services/notifications/recoveries/recover_deliveries.ts';
import { makeCancelRecovery, makeStartRecovery } from '../../services/notifications/recoveries/recoveries.ts';
import { makeResendDelivery } from '../../services/notifications/resends/resend_delivery.ts';
import { sqlStores } from '../../services/notifications/stores.ts';

const SECOND = 1_000;
export const HOUR = 3_600 * SECOND;
export const DAY = 24 * HOUR;
export const projectId = newId();

export const rules: AttemptRules = {
  gaps: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * SECOND),
  slowDownMs: 60_000,
  retryAfterMaxMs: 24 * HOUR,
  disableAfterMs: 120 * HOUR,
  breaker: { failures: 5, afterMs: 30_000, openMs: 60_000 },
  probeGaps: [300, 600, 1_200, 2_400, 3_600].map((seconds) => seconds * SECOND),
};
export const claimRules: ClaimRules = { leaseMs: 45_000, perDestination: 8, suspectAfter: 5, breakerOpenMs: 60_000 };

/** The drivers, with a network that no test of this file calls. */
export const drivers = destinationDrivers({
  send: () => Promise.reject(new Error('Nothing is sent here.')),
  urlCheck: async () => null,
  clock: systemClock,
  limits: { headTimeoutMs: 15_000, timeoutMs: 20_000 },
});

export function aDestination(over: Partial<Destination> = {}): Destination {
  const id = newId();
  return {
    id,
    projectId,
    name: `d-${id}`,
    type: 'webhook',
    metadata: { url: 'https://hooks.acme.example/in' },
    sealedSecrets: null,
    sealedKey: 'sealed',
    oldKeys: [],
    status: 'active',
    failures: 0,
    failingSince: null,
    openUntil: null,
    lastStatus: 0,
    lastError: null,
    disabledReason: null,
    disabledTime: null,
    nextProbeTime: null,
    probeStep: 0,
    createTime: 1,
    updateTime: null,
    ...over,
  };
}

/** The worker's use cases of one replica. `at` moves the database's clock, which alone decides what is due. */
export function replica(db: Db, { random = () => 0.5 }: { random?: () => number } = {}) {
  const stores = sqlStores(db);
  const deps = { stores, drivers, clock: systemClock, newId, log: silentLog };
  /** Ids of messages whose bodies were deleted. */
  const deleted = new Set<string>();
  const bodies = async (ids: string[]) =>
    new Map(ids.filter((id) => !deleted.has(id)).map((id) => [id, new Uint8Array()]));
  const resend = makeResendDelivery({
    ...deps,
    audit: makeWriteAuditEntry('notifications', deps),
    bodies: { read: bodies, notification: bodies },
    wake: () => {},
  });
  const update = makeUpdateDestination({
    ...deps,
    sealer: createSealer(newKeyring()),
    audit: makeWriteAuditEntry('notifications', deps),
    wake: () => {},
    wakeQueues: () => {},
  });
  const claim = makeClaimDeliveries({ ...deps, rules: claimRules });
  return {
    stores,
    claim,
    claimAll: async (free = 64) =>
      (await claim({ free, inFlight: new Map(), afterId: '' })).lanes.flatMap(({ deliveries }) => deliveries),
    record: makeRecordAttempts({ ...deps, rules, random, wakeQueues: () => {} }),
    release: makePostponeDeliveries(deps),
    close: makeCloseDeliveries(deps),
    purge: async () => {
      const purged = await Promise.all(
        purgeRulesOf(retentions({ retention: HOUR, undeliveredRetention: 14 * DAY }), deps).map((rule) =>
          rule.run(500),
        ),
      );
      return purged.some(({ hasMore }) => hasMore);
    },
    releaseHolds: makeReleaseHolds({ ...deps, wake: () => {} }),
    startRecovery: makeStartRecovery({
      ...deps,
      audit: makeWriteAuditEntry('notifications', deps),
      wakeQueues: () => {},
    }),
    cancelRecovery: makeCancelRecovery({ ...deps, audit: makeWriteAuditEntry('notifications', deps) }),
    recover: makeRecoverDeliveries({ ...deps, wake: () => {} }),
    expire: makeExpireHolds({ ...deps, undeliveredRetentionMs: 14 * DAY }),
    announce: makeAnnounceDestinations(deps),
    reportFailing: makeReportFailing(deps),
    deleted,
    /** The loop of the probes; `answer` is what the receivers answer. */
    probe: (answer: (messageId: string) => Promise<number> | number) =>
      makeProbeDestinations({
        ...deps,
        rules: { ...rules, leaseMs: claimRules.leaseMs, startWithinMs: claimRules.leaseMs / 2 },
        bodies: { read: bodies, notification: bodies },
        openDestination: () => async (message) => ({
          ...resultOfStatus(await answer(message.id)),
          startTime: 1,
          endTime: 2,
        }),
        recordProbe: makeRecordProbe({
          ...deps,
          rules,
          audit: makeWriteAuditEntry('notifications', deps),
          wake: () => {},
          wakeQueues: () => {},
        }),
      })(),
    setStatus: (destination: Destination, status: 'active' | 'disabled') =>
      update(
        {
          projectId,
          idOrName: destination.id,
          updateMask: ['status'],
          name: '',
          type: '',
          metadata: undefined,
          status,
        },
        { principal: 'api-key:one' },
      ),
    resend: (id: string, of = projectId) => resend(of, id, { principal: 'api-key:one' }),
    async add(destination: Destination, count: number): Promise<string[]> {
      const ids = Array.from({ length: count }, () => newId());
      await stores.deliveries.insert(
        ids.map((id) => ({
          id,
          projectId,
          destinationId: destination.id,
          source: 'read' as const,
          sourceId: id,
          state: 'pending' as const,
          lastError: null,
          createTime: 1,
        })),
      );
      return ids;
    },
  };
}

export async function passTime(db: Db, ms: number): Promise<void> {
  const real = Date.now();
  const now = await readNow(db);
  setDatabaseClock(db, { originMs: real, offsetMs: now + ms - real, scale: 1 });
}

export const ended = (
  delivery: ClaimedDelivery,
  status: number,
  over: Partial<AttemptOutcome> = {},
): AttemptedDelivery => ({
  delivery,
  outcome: { ...resultOfStatus(status), startTime: 1, endTime: 2, ...over },
});
export const stateOf = (db: Db, id: string) =>
  db('deliveries').where({ id }).first('state', 'attempt', 'fence', 'next_time', 'last_error');
export const eventsIn = async (db: Db, type: string): Promise<{ payload: string }[]> =>
  db('outbox').where({ type }).select('payload');
