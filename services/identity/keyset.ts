/** A keyset slice of a list: at most `limit` rows with ids after `after` (empty: from the start). */
export type Keyset = { after: string; limit: number };
