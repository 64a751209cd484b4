import type { InboxStore } from '../../../lib/events/inbox.ts';
import type { ChangeMoment, ClockAndIds, UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import type { BoundaryStore } from '../boundary/boundary_note.ts';
import type { KnownRecordStore, ReportedDeletionStore, SweepStore } from '../deletes/sweep.ts';
import { type DestinationStore, inactiveText } from '../destinations/destination.ts';
import { healthReportEvent } from '../destinations/destinations.ts';
import type { MessageStore, SettledMessage } from '../messages/message.ts';
import type { OperationStore, RecordCountStore, SettledCount } from '../operations/operation.ts';
import type { Schedule, ScheduleStore } from '../schedules/schedule.ts';
import { countHeld } from './note_held.ts';
import { earlierTime, type UndeliveredStore } from './undelivered.ts';

type Stores = WithOutbox<{
  destinations: DestinationStore;
  undelivered: UndeliveredStore;
  reportedDeletions: ReportedDeletionStore;
  sweeps: SweepStore;
  knownRecords: KnownRecordStore;
  schedules: ScheduleStore;
  operations: OperationStore;
  logs: LogStore;
  messages: MessageStore;
  counts: RecordCountStore;
  boundary: BoundaryStore;
  inbox: InboxStore;
}>;

type Deps = UseCaseContext<Stores>;
/** `failed`: the number of undeliverable messages, which is either all of them or 0. */
type SettledDeliveries = {
  projectId: string;
  messageIds: readonly string[];
  failed: number;
  /** Whether an active destination refused every attempt. */
  isRefused?: boolean | undefined;
  /** Set when the messages are settled because this destination was deleted. */
  deletedDestinationId?: string | undefined;
};

/**
 * Handles messages whose delivery is final: from now on their bodies are stored for the retention time only, which
 * begins with the creation of the message if it is undelivered. Undeliverable messages are reported in the operation's
 * log, because the operation itself succeeded earlier. The ledger counts a message only when its row changes, so a
 * repeated event does not count it twice (see operations/ledger.ts). The records of an undelivered message are read
 * again (see deliveries/undelivered.ts).
 */
export function makeSettleMessages({ stores, clock, newId }: Deps) {
  return async function settleMessages(
    eventId: string,
    { projectId, messageIds, failed, isRefused, deletedDestinationId }: SettledDeliveries,
  ): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId, 'notifications'))) return;
      const time = clock.now();
      const isUndelivered = failed > 0;
      const found = await s.messages.settle(projectId, messageIds, { isUndelivered, settleTime: time });
      const settled = found.filter(({ isNews }) => isNews);
      await countHeld(
        s,
        settled.filter(({ wasHeld }) => wasHeld),
        -1,
        { newId, clock },
      );
      const deletion = deletedDestinationId ? await deletionText(s, projectId, deletedDestinationId) : '';
      const lost = { isRefused: isRefused === true, deletion };
      if (isUndelivered) await forgetAll(s, settled, lost, { newId, clock });
      for (const [operationId, messages] of byOperation(settled)) {
        if (isUndelivered)
          await s.logs.add(projectId, operationId, [
            { id: newId(), time, severity: 'WARNING', ...lostLine(messages.length, deletion) },
          ]);
      }
      await s.operations.countSettled(projectId, countsOf(settled, isUndelivered));
      await s.counts.add(projectId, time, { [isUndelivered ? 'undelivered' : 'delivered']: sumRecords(settled) });
    });
  };
}

/** Objects are locked in a fixed order, so that two transactions do not deadlock. */
async function forgetAll(
  s: Stores,
  settled: readonly SettledMessage[],
  lost: LostDelivery,
  { newId, clock }: ClockAndIds,
): Promise<void> {
  const byObject = new Map<string, SettledMessage[]>();
  for (const message of settled) {
    const key = JSON.stringify([message.installationId, message.objectName]);
    byObject.set(key, [...(byObject.get(key) ?? []), message]);
  }
  for (const [, messages] of [...byObject].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const schedule = await s.schedules.lock(messages[0] as SettledMessage);
    if (schedule) await forgetUndelivered(s, schedule, messages, lost, { newId, now: clock.now() });
  }
}

/** A message that is delivered after it counted as undelivered is moved from `undelivered` to `delivered`. */
function countsOf(settled: readonly SettledMessage[], isUndelivered: boolean): SettledCount[] {
  return [...byOperation(settled)].map(([operationId, messages]) => {
    const records = sumRecords(messages);
    if (isUndelivered) return { operationId, delivered: 0, undelivered: records };
    const late = sumRecords(messages.filter(({ wasUndelivered }) => wasUndelivered));
    return { operationId, delivered: records, undelivered: -late };
  });
}

function sumRecords(messages: readonly SettledMessage[]): number {
  return messages.reduce((total, { numRecords }) => total + numRecords, 0);
}

function byOperation(settled: readonly SettledMessage[]): Map<string, SettledMessage[]> {
  const groups = new Map<string, SettledMessage[]>();
  for (const one of settled) {
    const group = groups.get(one.operationId);
    if (group) group.push(one);
    else groups.set(one.operationId, [one]);
  }
  return groups;
}

function lostLine(count: number, deletion: string) {
  const error = deletion
    ? `${deletion}.`
    : 'The destination was deleted, or accepted no messages until the retention of undelivered messages ended.';
  return { msg: `${count} ${count === 1 ? 'message' : 'messages'} could not be delivered.`, error };
}

/** The text contains no name until the event with the destination's name arrives. */
async function deletionText({ destinations }: Pick<Stores, 'destinations'>, projectId: string, destinationId: string) {
  const [known] = await destinations.listOf([{ projectId, destinationId, destinationName: '' }]);
  return known ? inactiveText({ ...known, status: 'deleted' }) : 'The destination was deleted';
}

type ForgetUndeliveredStores = WithOutbox<{
  undelivered: UndeliveredStore;
  reportedDeletions: ReportedDeletionStore;
  sweeps: SweepStore;
  knownRecords: KnownRecordStore;
  operations: OperationStore;
  boundary: BoundaryStore;
}>;

/**
 * `isRefused`: an active destination refused every attempt. `deletion`: says that the destination was deleted; empty
 * otherwise.
 */
type LostDelivery = { isRefused: boolean; deletion: string };

function detailOf(deletion: string): string {
  const [because, again] = deletion
    ? [`, because their destination is gone. ${deletion}`, 'for the destination that the object names now']
    : ['', 'when the destination is active'];
  return `Records were not delivered${because}. If the provider still has them, they are read again ${again}.`;
}

/**
 * Makes the records of undelivered messages of one object count as not delivered: see deliveries/undelivered.ts. The
 * caller holds the object's lock.
 */
async function forgetUndelivered(
  s: ForgetUndeliveredStores,
  schedule: Schedule,
  messages: readonly SettledMessage[],
  { isRefused, deletion }: LostDelivery,
  { newId, now }: ChangeMoment,
): Promise<void> {
  const ids = messages.map(({ id }) => id);
  await s.boundary.forgetMessages(schedule, ids);
  const sweep = await s.sweeps.find(schedule);
  if (sweep) await s.knownRecords.see(sweep, await s.reportedDeletions.list(ids), sweep.knownFrom);
  const spans = await spansOf(s, messages);
  if (spans.length === 0) return;
  const before = await s.undelivered.find(schedule);
  const from = earlierTime(before.from, Math.min(...spans.map((span) => span.from)));
  const isAgain = isRefused && spans.every(({ isReread }) => isReread);
  const reread = spans.find(({ operationId }) => operationId === before.operationId);
  // The running reread has missed records. So the next reread covers its whole span, now or after a change of the
  // destination, and the end of the running reread is ignored.
  const next = reread
    ? { from: earlierTime(from, reread.since), operationId: null, nextTime: isAgain ? null : now }
    : { ...before, from, nextTime: isAgain ? before.nextTime : (before.nextTime ?? now) };
  await s.undelivered.save(schedule, next);
  const reason = {
    code: 'recordsUndelivered' as const,
    level: 'error' as const,
    detail: detailOf(deletion),
    ...(!deletion && { destinationId: schedule.plan.destinationId }),
  };
  await s.outbox.add(healthReportEvent(schedule, reason, { newId, now }));
}

/**
 * The time at which the undelivered changes of each operation begin. Sweeps are left out: they only report deletions,
 * and forgetUndelivered marks these ids as known again.
 */
async function spansOf(s: ForgetUndeliveredStores, messages: readonly SettledMessage[]) {
  const spans: { operationId: string; from: number; since: number; isReread: boolean }[] = [];
  for (const operationId of new Set(messages.map((message) => message.operationId))) {
    const operation = await s.operations.find(messages[0]?.projectId ?? '', operationId);
    if (!operation || operation.readType === 'sweep') continue;
    const own = messages.filter((message) => message.operationId === operationId);
    const from = Math.min(...own.map(({ oldestTime }) => oldestTime ?? operation.sinceTime ?? 0));
    const since = Math.max(0, operation.sinceTime ?? 0);
    spans.push({ operationId, from: Math.max(0, from), since, isReread: operation.isReread });
  }
  return spans;
}
