import type { InboxStore } from '../../../lib/events/inbox.ts';
import type { ClockAndIds, UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import { healthReportEvent } from '../destinations/destinations.ts';
import type { HeldChange, MessageStore } from '../messages/message.ts';
import type { ObjectKey } from '../object_key.ts';
import type { OperationStore } from '../operations/operation.ts';
import type { ScheduleStore } from '../schedules/schedule.ts';
import type { UndeliveredStore } from './undelivered.ts';

type Stores = WithOutbox<{
  undelivered: UndeliveredStore;
  schedules: ScheduleStore;
  operations: OperationStore;
  logs: LogStore;
  messages: MessageStore;
  inbox: InboxStore;
}>;

type Deps = UseCaseContext<Stores>;
type HeldMessages = { projectId: string; messageIds: readonly string[]; isHeld: boolean; seq: number };

const HELD_DETAIL = 'Records are held, because the destination does not accept them. They are delivered when it does.';

/** Counts the records of messages that are held or released; see the event read.messages.held. */
export function makeNoteHeld({ stores, clock, newId }: Deps) {
  return async function noteHeld(eventId: string, { projectId, messageIds, ...how }: HeldMessages): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId, 'notifications'))) return;
      const changes = await s.messages.setHeld(projectId, messageIds, how);
      await countHeld(s, changes, how.isHeld ? 1 : -1, { newId, clock });
    });
  };
}

/**
 * Adds the records to the counts of their objects and operations (`sign` 1) or subtracts them. The log of an operation
 * and the health of its installation report when the first record is held and when the last record is released.
 */
export async function countHeld(
  s: Stores,
  changes: readonly HeldChange[],
  sign: 1 | -1,
  { newId, clock }: ClockAndIds,
): Promise<void> {
  for (const [key, own] of [...groupsByKey(changes, objectOf)].toSorted(byKey)) {
    const schedule = await s.schedules.lock(JSON.parse(key) as ObjectKey);
    if (!schedule) continue;
    const { before, after } = await s.undelivered.addHeld(schedule, sign * sumRecords(own));
    if (before > 0 === after > 0) continue;
    const level = after > 0 ? ('warning' as const) : null;
    const reason = {
      code: 'recordsHeld' as const,
      level,
      detail: level ? HELD_DETAIL : '',
      destinationId: schedule.plan.destinationId,
    };
    // The time is read after the lock, because the later of two reports wins.
    await s.outbox.add(healthReportEvent(schedule, reason, { newId, now: clock.now() }));
  }
  for (const [operationId, own] of [...groupsByKey(changes, (change) => change.operationId)].toSorted(byKey)) {
    const [{ projectId }] = own as [HeldChange];
    const { before, after } = await s.operations.addHeld(projectId, operationId, sign * sumRecords(own));
    if (before > 0 === after > 0) continue;
    await s.logs.add(projectId, operationId, [{ id: newId(), time: clock.now(), ...heldLineOf(after > 0) }]);
  }
}

function heldLineOf(isHeld: boolean) {
  if (!isHeld) return { severity: 'INFO' as const, msg: 'No records are held any more: their delivery goes on.' };
  return { severity: 'WARNING' as const, msg: 'Records are held: the destination does not take them.' };
}

function objectOf({ projectId, installationId, objectName }: HeldChange): string {
  return JSON.stringify({ projectId, installationId, objectName });
}

function sumRecords(changes: readonly HeldChange[]): number {
  return changes.reduce((total, { numRecords }) => total + numRecords, 0);
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

function groupsByKey<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of all) found.set(keyOf(one), [...(found.get(keyOf(one)) ?? []), one]);
  return found;
}

type NoteDelayedStores = { operations: OperationStore; logs: LogStore; inbox: InboxStore };

type NoteDelayedDeps = UseCaseContext<NoteDelayedStores>;
type DelayedOperations = { projectId: string; operationIds: readonly string[]; destinationName: string; error: string };

/**
 * Writes a line to the log of each operation whose deliveries fail and are retried. Several replicas of the service
 * `notifications` may report the same failure, so an existing line is not written again.
 */
export function makeNoteDelayed({ stores, clock, newId }: NoteDelayedDeps) {
  return async function noteDelayed(eventId: string, delayed: DelayedOperations): Promise<void> {
    const { projectId, operationIds, destinationName, error } = delayed;
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId, 'notifications'))) return;
      for (const { id } of await s.operations.findAll(projectId, operationIds)) {
        const msg = `Deliveries to the destination ${destinationName} fail. They are tried again.`;
        if (await s.logs.has(projectId, id, { like: likeLiteral(msg), since: 0 })) continue;
        await s.logs.add(projectId, id, [{ id: newId(), time: clock.now(), severity: 'WARNING', msg, error }]);
      }
    });
  };
}

/**
 * Replaces the special characters of LIKE (`%`, `\`) by `_`, which matches any character. The pattern matches the line
 * itself, and rarely another line.
 */
function likeLiteral(msg: string): string {
  return msg.replaceAll('%', '_').replaceAll('\\', '_');
}
