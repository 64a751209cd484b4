/**
 * Finding out what was deleted where the provider does not tell: every id is listed, and what was known before and is not
 * there is gone. Half a list would delete half the records of a customer, so nothing is told on less than a whole one.
 *
 * Of each object that is swept the ids are kept that were delivered or listed, each with the number of the sweep that was
 * the object's latest when it was last seen. A sweep is an operation of its own, the only one of its object that runs:
 *
 *   begin   the object's number goes up to n
 *   list    all ids, page by page, in the page's commit: each is marked n. Known ones that are not there keep less than n
 *   end     only after the provider's own word for the end: who has less than n was missed
 *
 * What was missed is told at once, unless it may be the list that is wrong: more than a share of all known ids, or a
 * list that is paged by counting, be it inside a token, where a record that is deleted meanwhile moves another past the
 * reader. Then only what the whole sweep before this one had missed too is told, and the rest waits for the next. A sweep
 * that fails, or goes on after a crash, marks more ids at most: that tells less, never more. What is delivered by any read
 * meanwhile is marked with the object's number too, so it is safe.
 */
export type Sweep = {
  projectId: string;
  installationId: string;
  objectName: string;
  /** The number of the latest sweep that began. */
  current: number;
  /** Of the latest that came to the end of the list, and of the one before it; 0 when there was none. */
  whole: number;
  wholeBefore: number;
  /** Ids last seen before this sweep are forgotten: they were of another scope, and wait to be deleted. */
  knownFrom: number;
  /** Whose ids these are: connection and filters. Others are known anew. */
  scope: string;
};

export type Missed = { known: number; missed: number; missedTwice: number };

/** The whole sweep before this one, also when this one has been put down as whole already. */
export function sweepBefore({ current, whole, wholeBefore }: Sweep): number {
  return whole === current ? wholeBefore : whole;
}

/** Whether what only this sweep missed is too much to be believed. One record is not: it is what a deletion looks like. */
export function isTooMuch({ known, missed, missedTwice }: Missed, share: number): boolean {
  return missed - missedTwice > Math.max(1, known * share);
}
