import type { Rules } from '../../../lib/rules/rules.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { InstallationClient } from '../domain/installation.ts';
import type { ObjectKey, Stores } from '../domain/stores.ts';
import { lockObject } from './lock_object.ts';
import { releaseHeld } from './release_held.ts';

type Deps = { stores: Stores; installation: InstallationClient; clock: Clock; newId: NewId; rules: Rules };

export type DeliverRequest = {
  projectId: string;
  integrationId: string;
  objectName: string;
  groupRef: string;
  pages: number;
};

/** So many batches while the caller waits; deliverOwing does the rest. */
const ROUNDS = 10;
const OBJECTS = 50;

/**
 * Lets stored pages of an object go, and as many later ones as are missing.
 * Problems: notFound, invalidArgument, unprocessable when the results of the object are not delivered on request.
 */
export function makeDeliverResults({ stores, installation, clock, newId, rules }: Deps) {
  return async function deliverResults({ pages, ...asked }: DeliverRequest): Promise<void> {
    const plan = await installation.findPlan(asked);
    if (plan.deliveryMode !== 'onRequest') throw notOnRequest();
    if (pages === 0) return;
    let hasMore = await stores.transaction(async (s) => {
      const now = clock.now();
      const schedule = await lockObject(s, plan, { newId, now });
      return releaseHeld(s, schedule, { credit: schedule.pageCredit + pages, newId, now, rules });
    });
    for (let round = 1; hasMore && round < ROUNDS; round += 1)
      hasMore = await release(stores, plan, { clock, newId, rules });
  };
}

/** One bounded round of what was asked for and is held all the same. True when there may be more. */
export function makeDeliverOwing({ stores, clock, newId, rules }: Omit<Deps, 'installation'>) {
  return async function deliverOwing(): Promise<boolean> {
    const owing = await stores.heldMessages.listOwing(OBJECTS);
    for (const key of owing) await release(stores, key, { clock, newId, rules });
    return owing.length > 0;
  };
}

function release(
  stores: Stores,
  key: ObjectKey,
  { clock, newId, rules }: Pick<Deps, 'clock' | 'newId' | 'rules'>,
): Promise<boolean> {
  return stores.transaction(async (s) => {
    const schedule = await s.schedules.lock(key);
    return schedule ? releaseHeld(s, schedule, { credit: schedule.pageCredit, newId, now: clock.now(), rules }) : false;
  });
}

function notOnRequest(): Problem {
  return new Problem('unprocessable', 'The results of this object are delivered by themselves.', {
    issues: [{ in: 'path', name: 'objectName', detail: 'is not in delivery mode onRequest' }],
    remedy: 'Set delivery.mode to onRequest in the manifest to ask for results yourself.',
  });
}

export type DeliverResults = ReturnType<typeof makeDeliverResults>;
export type DeliverOwing = ReturnType<typeof makeDeliverOwing>;
