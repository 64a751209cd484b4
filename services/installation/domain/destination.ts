/** What notifications says about its destinations, so that a manifest can be checked without asking it. */
export type DestinationStore = {
  /** Ignores what is older than what is known. */
  save(projectId: string, destination: { id: string; name: string; deleted: boolean; time: number }): Promise<void>;
  listNames(projectId: string): Promise<string[]>;
};
