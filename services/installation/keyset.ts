/**
 * Keyset page of a list in descending order of ids: rows after the id `after` (empty for the start), at most `limit`.
 */
export type Keyset = { after: string; limit: number };

export const FROM_START: Keyset = { after: '', limit: 100 };
