/** A keyset slice of a list ordered from newest to oldest id: at most `limit` rows after `after`. */
export type Keyset = { after: string; limit: number };
