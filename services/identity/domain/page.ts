/** A stretch of a list: what comes after this id (empty: from its beginning), and how many rows of it. */
export type Page = { after: string; limit: number };
