import { isMarked, type DestinationNameStore } from '../domain/destination_name.ts';
import { noDestination } from './get_destination.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { DestinationStore } from '../domain/destination.ts';

type Stores = { destinations: DestinationStore; destinationNames: DestinationNameStore; now(): Promise<number> };

/** `names`: the current name, then former names. */
export type DestinationDeletion = { destinationId: string; names: string[]; generation: number };

/**
 * Marks a destination as being deleted. The gateway then asks installation who uses it, and deletes it or removes the
 * mark. No deploy can use the destination between this request and the deletion:
 *
 * 1. A marked destination does not resolve, so a name is resolved before the mark or not at all.
 * 2. A resolution carries the generation of the last mark before it; each mark increases the generation.
 * 3. Before installation answers, it stores the generation of this mark. From then on, it refuses resolutions with a
 *    lower generation. A deploy that stored its resolution earlier is in the answer, because both lock the same row.
 *
 * If the gateway crashes in between, the mark expires (isMarked). A repeated request continues with the existing mark.
 * Throws notFound.
 */
export function makeStartDestinationDeletion({ stores }: { stores: Transacting<Stores> }) {
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
      const generation = isMarked(mark, now) ? mark.generation : mark.generation + 1;
      if (generation > mark.generation) await s.destinationNames.setMark(projectId, id, { generation, since: now });
      const names = [name, ...(await s.destinationNames.formerNames(projectId, id))];
      return { destinationId: id, names, generation };
    });
  };
}
