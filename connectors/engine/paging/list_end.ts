import type { Paging } from '../file/paging_facts.ts';
import { getPath } from '../json_path.ts';
import type { Turn, Verdict } from './turn.ts';

/** A declared kind of paging, and its verdict about a page. */
export type WayVerdict = { way: Paging; verdict: Verdict };

/**
 * Whether the provider confirmed the end of a list that has no next page. The end is confirmed when:
 * - the page is empty;
 * - an earlier page named its next page, and this page does not; or
 * - the place that the file declares for the next page has no value.
 *
 * The end is not confirmed when the engine only inferred paging (`auto`, or the defaults of the provider at an unknown
 * path) and the first page has no paging information.
 */
export function isEndConfirmed(turn: Turn, said: readonly WayVerdict[]): boolean {
  if (turn.records.length === 0 || isAfterNamedPage(turn)) return true;
  const isInferred = said.some(({ way }) => way.kind === 'auto');
  return said.some(({ way, verdict }) => {
    if (verdict !== 'unknown' || way.kind === 'auto' || way.onlyIfSaid) return false;
    return !isInferred || isWritten(turn, way);
  });
}

/**
 * Whether the previous page named this page by a URL or a token. Page numbers and offsets may be counted by the engine.
 */
function isAfterNamedPage({ step }: Turn): boolean {
  return step !== null && !('set' in step && step.in === 'query');
}

/** Whether the declared path of the next page exists in the body; its value may be null. */
function isWritten({ body }: Turn, way: Paging): boolean {
  const paths = 'path' in way && way.path !== undefined ? [way.path].flat() : [];
  return paths.some((path) => getPath(body, path) !== undefined);
}
