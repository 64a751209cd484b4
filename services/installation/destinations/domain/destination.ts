/** A destination as its events describe it; the name is empty before the first event. `formerNames` still mean it. */
export type KnownDestination = { id: string; name: string; formerNames: string[] };

/** What a destination name meant when a request came in, as notifications answered. */
export type ResolvedDestination = {
  name: string;
  /** Empty when there is no such destination. */
  id: string;
  /** deleting: it exists and may not be used any more. */
  status: string;
  /** The generation of the last deletion that began before the answer. */
  generation: number;
  /** A similar name; empty without one. */
  suggestion: string;
};
/** By name. Null when a gateway of 0.1.0 sent none: then names are judged by the projection. */
export type Resolution = ReadonlyMap<string, ResolvedDestination> | null;

/** A projection of the destinations that notifications owns, for revisions and configs that hold names only. */
export type DestinationStore = {
  /** Ignores an event that is older than the stored one. A deleted destination stays deleted. */
  save(
    projectId: string,
    destination: { id: string; name: string; formerNames: string[]; deleted: boolean; time: number },
  ): Promise<void>;
  find(projectId: string, id: string): Promise<KnownDestination | undefined>;
  list(projectId: string): Promise<KnownDestination[]>;
  /**
   * Names of destinations that were resolved before their current deletion began. Locks all of them until the
   * transaction ends. So a deletion that begins later finds the rows of this transaction.
   */
  outdated(projectId: string, resolved: readonly ResolvedDestination[]): Promise<string[]>;
  /** From the commit on, older resolutions are outdated. */
  beginDeletion(projectId: string, deletion: { id: string; generation: number }): Promise<void>;
};
