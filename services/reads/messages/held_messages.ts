import { type CausewayEvent, eventOf } from '../../../lib/events/event.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { ChangeMoment, UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { InstallationClient } from '../installation.ts';
import type { ObjectKey } from '../object_key.ts';
import type { ReadPlan } from '../read_plan.ts';
import type { Schedule, ScheduleStore } from '../schedules/schedule.ts';
import { lockObject } from '../schedules/schedules.ts';
import type { HeldMessage, HeldMessageStore, Message, MessageStore } from './message.ts';

type Stores = WithOutbox<{ schedules: ScheduleStore; heldMessages: HeldMessageStore }>;

/** Max messages per transaction: more would hold the object's lock for too long. */
const BATCH = 200;

type StoreMessagesStores = Stores & { messages: MessageStore };
type ReadOfMessages = { operation: ObjectKey & { id: string }; plan: ReadPlan };

/**
 * Stores the messages of pages, in the transaction that commits them. They are delivered at once, or they are held:
 * with delivery on request until a caller requests them, otherwise until the older held messages are released.
 */
export async function storeMessages(
  s: StoreMessagesStores,
  { operation, plan }: ReadOfMessages,
  messages: readonly Message[],
  { now, newId, pageCredit }: ChangeMoment & { pageCredit: number },
): Promise<void> {
  if (messages.length === 0) return;
  const isHeld = plan.deliveryMode === 'onRequest' || (await areOthersFirst(s, operation, pageCredit));
  await s.messages.add(messages, { createTime: now, isHeld });
  const schedule = isHeld ? await s.schedules.lock(operation) : undefined;
  if (schedule) await releaseHeld(s, schedule, { credit: schedule.pageCredit, newId, now });
  if (isHeld) return;
  await s.outbox.add(pageCommitted(plan, operation.id, messages, { newId, now }));
}

/**
 * Whether older held messages have to be delivered first. An object that was switched to `auto` has unlimited credit,
 * but still holds older messages until they are released.
 */
async function areOthersFirst(s: Stores, key: ObjectKey, pageCredit: number): Promise<boolean> {
  return pageCredit > 0 && (await s.heldMessages.hasAny(key));
}

/**
 * Results on request: a stored message waits until it is requested, and requests beyond the stored messages become a
 * credit that later messages use up. The caller holds the object's lock, under which messages are released and the
 * credit changes. So each message is released once, oldest first, even with concurrent requests and reads. `credit`:
 * the object's current credit. Returns true when there may be more to release.
 */
export async function releaseHeld(
  s: Stores,
  schedule: Schedule,
  { credit, newId, now }: ChangeMoment & { credit: number },
): Promise<boolean> {
  const limit = Math.min(credit, BATCH);
  const released = limit > 0 ? await s.heldMessages.release(schedule, limit) : [];
  const left = Math.max(0, credit - released.length);
  if (left !== schedule.pageCredit) await s.schedules.setCredit(schedule, left);
  for (const [operationId, messages] of byOperation(released))
    await s.outbox.add(pageCommitted(schedule.plan, operationId, messages, { newId, now }));
  return released.length === BATCH;
}

function byOperation(messages: readonly HeldMessage[]): Map<string, HeldMessage[]> {
  const groups = new Map<string, HeldMessage[]>();
  for (const message of messages)
    groups.set(message.operationId, [...(groups.get(message.operationId) ?? []), message]);
  return groups;
}

/** The event that starts the deliveries of a page's messages. */
function pageCommitted(
  plan: ReadPlan,
  operationId: string,
  messages: readonly { id: string; sequence: number }[],
  { newId, now }: ChangeMoment,
): CausewayEvent {
  const { projectId, installationId, groupRef, mappedObjectName, destinationName, destinationId } = plan;
  const messageIds = messages.map(({ id }) => id);
  const sequences = messages.map(({ sequence }) => sequence);
  const to = {
    installationId,
    groupRef,
    objectName: mappedObjectName,
    operationId,
    destinationName,
    ...(destinationId && { destinationId }),
  };
  const payload = { ...to, messageIds, sequences };
  return eventOf('read.page.committed', { id: newId(), projectId, time: now, payload });
}

type Deps = UseCaseContext<Stores> & { installation: InstallationClient };

type DeliverRequest = {
  projectId: string;
  integrationId: string;
  objectName: string;
  groupRef: string;
  pages: number;
};

/** Max batches while the caller waits; deliverOwing delivers the rest. */
const MAX_ROUNDS = 10;
const OBJECTS_PER_ROUND = 50;

/**
 * Releases `pages` held messages of an object. If there are fewer, the rest becomes a credit for later messages. Throws
 * notFound, invalidArgument, and unprocessable when the object's results are not delivered on request.
 */
export function makeDeliverResults({ stores, installation, clock, newId }: Deps) {
  return async function deliverResults({ pages, ...asked }: DeliverRequest): Promise<void> {
    const plan = await installation.findPlan(asked);
    if (plan.deliveryMode !== 'onRequest') throw notOnRequest();
    if (pages === 0) return;
    let hasMore = await stores.transaction(async (s) => {
      const now = clock.now();
      const schedule = await lockObject(s, plan, { newId, now });
      return releaseHeld(s, schedule, { credit: schedule.pageCredit + pages, newId, now });
    });
    for (let round = 1; hasMore && round < MAX_ROUNDS; round += 1)
      hasMore = await releaseInTransaction({ stores, clock, newId }, plan);
  };
}

/**
 * Runs one bounded round that releases messages which were requested and are still held. Returns true when there may be
 * more.
 */
export function makeDeliverOwing({ stores, clock, newId }: Omit<Deps, 'installation'>) {
  return async function deliverOwing(): Promise<boolean> {
    const owing = await stores.heldMessages.listOwing(OBJECTS_PER_ROUND);
    for (const key of owing) await releaseInTransaction({ stores, clock, newId }, key);
    return owing.length > 0;
  };
}

function releaseInTransaction({ stores, clock, newId }: UseCaseContext<Stores>, key: ObjectKey): Promise<boolean> {
  return stores.transaction(async (s) => {
    const schedule = await s.schedules.lock(key);
    return schedule ? releaseHeld(s, schedule, { credit: schedule.pageCredit, newId, now: clock.now() }) : false;
  });
}

function notOnRequest(): Problem {
  return new Problem('unprocessable', 'The results of this object are delivered automatically.', {
    issues: [{ in: 'path', name: 'objectName', detail: 'The object is not in delivery mode onRequest.' }],
    remedy: 'Set delivery.mode to onRequest in the manifest to request results.',
  });
}
