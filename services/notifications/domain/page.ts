/** A stretch of a list that runs from the newest id to the oldest: what comes after this id, and how much of it. */
export type Page = { after: string; limit: number };
