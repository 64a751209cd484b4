/** A projection of the destinations that notifications owns, so that checking a manifest needs no call. */
export type DestinationStore = {
  /** Ignores an event that is older than the stored one. */
  save(projectId: string, destination: { id: string; name: string; deleted: boolean; time: number }): Promise<void>;
  listNames(projectId: string): Promise<string[]>;
};
