import { isMarked } from '../domain/destination_name.ts';
import type { Stores } from '../domain/stores.ts';
import { noDestination } from './get_destination.ts';

/** `names`: the current name, then former names. */
export type DestinationDeletion = { destinationId: string; names: string[]; generation: number };
export type StartDestinationDeletion = ReturnType<typeof makeStartDestinationDeletion>;

/**
 * Marks a destination as being deleted. The gateway then asks installation who uses it, and deletes it or removes the
 * mark. No deploy can slip through between question and deletion:
 *
 * 1. A marked destination resolves nowhere, so a name is resolved before the mark or not at all.
 * 2. A resolution carries the generation of the last mark before it; each mark increases the generation.
 * 3. Before installation answers, it stores the generation of this mark. From then on it refuses what was resolved with
 *    a lower one. A deploy that stored its resolution earlier is in the answer, because both lock the same row.
 *
 * A gateway that dies in between leaves a mark that ends by itself (isMarked). A repeated request continues: it joins a
 * mark that lasts. Throws notFound.
 */
export function makeStartDestinationDeletion({ stores }: { stores: Stores }) {
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
