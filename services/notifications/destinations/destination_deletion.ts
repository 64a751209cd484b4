import { type AuditActor, NO_AUDIT_ACTOR, type WriteAuditEntry } from '../../../lib/audit/audit.ts';
import { eventOf } from '../../../lib/events/event.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import { type DestinationStores, isMarkedForDeletion, type RoutesOfDestination } from './destination.ts';
import { noDestination } from './destinations.ts';

type Stores = Pick<DestinationStores, 'destinations' | 'destinationNames'> & { now(): Promise<number> };

/** `names`: the current name, then former names. */
type DestinationDeletion = { destinationId: string; names: string[]; generation: number };

/**
 * Marks a destination as being deleted. The gateway then asks the installation service who uses the destination, and
 * deletes the destination or removes the mark. No deploy can use the destination between this request and the deletion:
 *
 * 1. A marked destination does not resolve. So a deploy resolves the name before the mark, or gets no id.
 * 2. A resolved name has the generation of the last mark before it; each mark increases the generation.
 * 3. Before the installation service answers, it stores the generation of this mark. From then on, it refuses a deploy
 *    whose resolved name has a lower generation. Its answer includes a deploy that was stored earlier, because the
 *    deploy and the answer lock the same row.
 *
 * If the gateway crashes in between, the mark expires (isMarkedForDeletion). A repeated request continues with the existing mark.
 * Throws notFound.
 */
export function makeStartDestinationDeletion({ stores }: UseCaseContext<Stores>) {
  return async function startDestinationDeletion({
    projectId,
    idOrName,
  }: {
    projectId: string;
    idOrName: string;
  }): Promise<DestinationDeletion> {
    return stores.transaction(async (s) => {
      const destination = await s.destinations.lock(projectId, idOrName);
      if (!destination) throw noDestination();
      const { id, name } = destination;
      const mark = await s.destinationNames.mark(projectId, id);
      const now = await s.now();
      const generation = isMarkedForDeletion(mark, now) ? mark.generation : mark.generation + 1;
      if (generation > mark.generation) await s.destinationNames.setMark(projectId, id, { generation, since: now });
      const names = [name, ...(await s.destinationNames.formerNames(projectId, id))];
      return { destinationId: id, names, generation };
    });
  };
}

type CancelDestinationDeletionStores = Pick<DestinationStores, 'destinations' | 'destinationNames'>;

/** Removes the mark of this generation; does nothing when the mark does not exist or has a newer generation. */
export function makeCancelDestinationDeletion({ stores }: UseCaseContext<CancelDestinationDeletionStores>) {
  return async function cancelDestinationDeletion({
    projectId,
    destinationId,
    generation,
  }: {
    projectId: string;
    destinationId: string;
    generation: number;
  }): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.destinations.lock(projectId, destinationId))) return;
      const mark = await s.destinationNames.mark(projectId, destinationId);
      if (mark.generation === generation)
        await s.destinationNames.setMark(projectId, destinationId, { generation, since: null });
    });
  };
}

type DeleteDestinationStores = WithOutbox<
  Pick<DestinationStores, 'destinations' | 'deletedDestinations' | 'destinationNames' | 'closings'> & {
    topicDestinationRoutes: RoutesOfDestination;
    now(): Promise<number>;
  }
>;
type Deps = UseCaseContext<DeleteDestinationStores> & {
  wakeQueues: () => void;
  audit: WriteAuditEntry<'notifications'>;
};

/**
 * Deletes a destination with its routes and former names. Pending deliveries are cancelled in the background
 * (holds/holds.ts). A given generation must be the generation of a valid mark (startDestinationDeletion); a gateway of
 * 0.1.0 sends none. Throws notFound and conflict.
 */
export function makeDeleteDestination({ stores, clock, newId, wakeQueues, audit }: Deps) {
  return async function deleteDestination(
    { projectId, idOrName, generation = 0 }: { projectId: string; idOrName: string; generation?: number },
    by: AuditActor = NO_AUDIT_ACTOR,
  ): Promise<void> {
    await stores.transaction(async (s) => {
      const destination = await s.destinations.lock(projectId, idOrName);
      if (!destination) throw noDestination();
      const { id, name } = destination;
      if (generation > 0) await checkMark(s, { projectId, id, generation });
      const now = clock.now();
      await s.destinationNames.removeFormerOf(projectId, id);
      await s.topicDestinationRoutes.deleteOfDestination(projectId, id);
      await s.destinations.delete(projectId, id);
      await s.deletedDestinations.add({ id, projectId, name });
      await s.closings.put({ destinationId: id, projectId, finalState: 'cancelled', createTime: now });
      await s.outbox.add(
        eventOf('destination.deleted', { id: newId(), projectId, time: now, payload: { destinationId: id, name } }),
      );
      await audit(s.outbox, by, { action: 'destination.deleted', projectId, targetId: id, targetName: name });
    });
    wakeQueues();
  };
}

async function checkMark(
  s: DeleteDestinationStores,
  { projectId, id, generation }: { projectId: string; id: string; generation: number },
): Promise<void> {
  const mark = await s.destinationNames.mark(projectId, id);
  if (mark.generation === generation && isMarkedForDeletion(mark, await s.now())) return;
  throw new Problem(
    'conflict',
    'Another request changed this destination at the same time; it was not deleted. Try again.',
    {
      retryable: true,
    },
  );
}
