/** A slice of a list in descending order of ids: the first `limit` rows after the id `after`; '': from the start. */
export type Keyset = { after: string; limit: number };

export const KEYSET_START: Keyset = { after: '', limit: 100 };
