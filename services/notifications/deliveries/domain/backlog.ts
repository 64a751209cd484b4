/** What a destination still has to get. */
export type Backlog = {
  destinationId: string;
  /** Messages that are sent, or sent again, as soon as it is their turn. */
  waiting: number;
  /** Messages that wait until the destination is active again. */
  held: number;
  /** One of the counts is larger than what is given. */
  isMore: boolean;
  /** When the oldest of them was created. Unix ms; null: there are none. */
  oldestTime: number | null;
};

export type BacklogStore = {
  /** Of those destinations that have one. Each count stops at `limit`. */
  list(projectId: string, destinationIds: readonly string[], limit: number): Promise<Backlog[]>;
};
