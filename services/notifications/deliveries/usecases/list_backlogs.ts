import type { DestinationStore } from '../../destinations/domain/destination.ts';
import type { Backlog, BacklogStore } from '../domain/backlog.ts';

type Stores = { destinations: DestinationStore; backlogs: BacklogStore };

/** More than that is said as "more than": counting on would cost more than the figure is worth. */
const COUNTED = 10_000;
/** More than projects have; each costs three looks at the index. */
const MAX_DESTINATIONS = 500;

/** What the destinations of a project still have to get; one that has nothing to get is left out. */
export function makeListBacklogs({ stores }: { stores: Stores }) {
  return async function listBacklogs(projectId: string): Promise<Backlog[]> {
    const destinations = await stores.destinations.list(projectId, { after: '', limit: MAX_DESTINATIONS });
    return stores.backlogs.list(
      projectId,
      destinations.map(({ id }) => id),
      COUNTED,
    );
  };
}
