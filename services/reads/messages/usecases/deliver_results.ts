import type { NewId } from '../../../../lib/ids/ids.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { InstallationClient } from '../../domain/installation.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { ScheduleStore } from '../../schedules/domain/schedule_store.ts';
import type { HeldMessageStore } from '../domain/held_message_store.ts';
import type { OutboxStore } from '../../domain/event_stores.ts';
import type { ObjectKey } from '../../domain/object_key.ts';
import { lockObject } from '../../schedules/usecases/lock_object.ts';
import { releaseHeld } from './release_held.ts';

type Stores = { schedules: ScheduleStore; heldMessages: HeldMessageStore; outbox: OutboxStore };

type Deps = { stores: Transacting<Stores>; installation: InstallationClient; clock: Clock; newId: NewId };

export type DeliverRequest = {
  projectId: string;
  integrationId: string;
  objectName: string;
  groupRef: string;
  pages: number;
};

/** Max batches while the caller waits; deliverOwing delivers the rest. */
const ROUNDS = 10;
const OBJECTS = 50;

/**
 * Releases `pages` held messages of an object; the missing ones become a credit for later messages. Throws notFound,
 * invalidArgument, and unprocessable when the object's results are not delivered on request.
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
    for (let round = 1; hasMore && round < ROUNDS; round += 1) hasMore = await release(stores, plan, { clock, newId });
  };
}

/**
 * One bounded round of releasing messages that were requested and are still held. Returns true when there may be more.
 */
export function makeDeliverOwing({ stores, clock, newId }: Omit<Deps, 'installation'>) {
  return async function deliverOwing(): Promise<boolean> {
    const owing = await stores.heldMessages.listOwing(OBJECTS);
    for (const key of owing) await release(stores, key, { clock, newId });
    return owing.length > 0;
  };
}

function release(
  stores: Transacting<Stores>,
  key: ObjectKey,
  { clock, newId }: Pick<Deps, 'clock' | 'newId'>,
): Promise<boolean> {
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

export type DeliverResults = ReturnType<typeof makeDeliverResults>;
