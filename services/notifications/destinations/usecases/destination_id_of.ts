import type { DestinationNameStore } from '../domain/destination_name.ts';

type Stores = { destinationNames: DestinationNameStore };

/** The id of the destination that an id, a name or a former name means. A current name wins over a former one. */
export async function destinationIdOf(s: Stores, projectId: string, idOrName: string): Promise<string | undefined> {
  const found = await s.destinationNames.find(projectId, [idOrName]);
  return (found.find(({ formerName }) => formerName === null) ?? found[0])?.id;
}
