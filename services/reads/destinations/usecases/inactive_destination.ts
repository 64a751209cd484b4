import {
  destinationOf,
  takesNothing,
  type Destination,
  type DestinationOf,
  type DestinationStore,
} from '../domain/destination.ts';

type Stores = { destinations: DestinationStore };

/** The plan's destination when it is inactive; null otherwise. */
export async function inactiveDestination(s: Stores, plan: DestinationOf): Promise<Destination | null> {
  const destination = destinationOf(plan, await s.destinations.listOf([plan]));
  return takesNothing(destination) ? destination : null;
}
