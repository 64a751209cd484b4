/**
 * Why a record that the provider answered is not among a page's records. The engine counts them by reason, so that of
 * every page `fetched` is its records and what it skipped, and nothing is left out without a word.
 *
 * `otherKind`: the file's `skip` or `keep` says it is no record of this object. `outsideTime`: not within the asked time,
 * where the provider cannot be asked for it. `filteredOut`: a field filter that is applied here. `repeatedPage`: the
 * provider knows no pages and sent the first again. `deleted`: it was deleted, and nobody asked what was.
 */
export type EngineSkip = 'otherKind' | 'outsideTime' | 'filteredOut' | 'repeatedPage' | 'deleted';
export type EngineSkipped = Partial<Record<EngineSkip, number>>;

/** Counts what each step left out; steps that left out nothing are not named. */
export function skippedBy(steps: Readonly<Record<EngineSkip, number>>): EngineSkipped {
  return Object.fromEntries(Object.entries(steps).filter(([, count]) => count > 0));
}
