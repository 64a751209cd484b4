/**
 * The reason why a record of the response is not in the page. The engine counts skipped records by reason. So `fetched`
 * always equals the page's records plus the skipped records, and no record is dropped silently.
 *
 * `otherKind`: excluded by the file's `skip` or `keep`. `outsideTime`: outside the requested time, when the engine
 * compares it. `filteredOut`: excluded by a field filter that the engine applies. `repeatedPage`: the provider ignored
 * the page parameter and sent the first page again. `deleted`: deleted, and the read does not deliver tombstones.
 */
type EngineSkip = 'otherKind' | 'outsideTime' | 'filteredOut' | 'repeatedPage' | 'deleted';
export type EngineSkipped = Partial<Record<EngineSkip, number>>;

/** Omits the reasons with a count of 0. */
export function skippedBy(steps: Readonly<Record<EngineSkip, number>>): EngineSkipped {
  return Object.fromEntries(Object.entries(steps).filter(([, count]) => count > 0));
}
