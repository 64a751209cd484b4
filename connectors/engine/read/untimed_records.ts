/**
 * Finds records without the time that a provider filters by. The filter excludes such records. Many providers set the
 * time of change only with the first change, so reads of changes never return a new record; only a full read does.
 */

import type { ProviderRecord } from '../answer/provider_record.ts';
import type { ReadSpec } from '../file/provider.ts';
import { getPath } from '../json_path.ts';
import type { ReadTarget } from '../request/read_target.ts';

type Times = Pick<ReadSpec, 'updatedAt' | 'since' | 'where' | 'narrowed' | 'timedFromCreation'>;

/** Whether the provider filters by a time. The engine's own filter keeps records without a time. */
export function filtersByTime({ since, where, narrowed }: Times): boolean {
  const bounds = [since, narrowed?.since].filter((bound) => bound !== undefined);
  const isSent = bounds.some(({ param, append }) => param !== undefined || append !== undefined);
  return isSent || where?.since !== undefined || narrowed?.where?.since !== undefined;
}

/**
 * The path of the time that the provider filters by: the first path in `updatedAt`; undefined when the file has none.
 */
export function filteredTime({ updatedAt, narrowed }: Times): string | undefined {
  return [narrowed?.updatedAt ?? updatedAt ?? []].flat()[0];
}

/**
 * Returns a sentence if records of a full read lack the time that reads of changes filter by; otherwise undefined. The
 * sentence is the same for every page, so that a log can show it once. A key that no record of the page has is ignored:
 * the object may have no such time.
 */
export function untimedNote(records: readonly ProviderRecord[], spec: Times, target: ReadTarget): string | undefined {
  const path = filteredTime(spec);
  const isFull = target.since === undefined && target.until === undefined;
  if (!isFull || path === undefined || spec.timedFromCreation === true || !filtersByTime(spec)) return undefined;
  const times = records.map(({ raw }) => getPath(raw, path));
  const isKnown = times.some((time) => time !== undefined && time !== null);
  if (!times.some((time) => time === null || (isKnown && time === undefined))) return undefined;
  return (
    `Some records have no ${path}, and reads of changes filter by this time. Such a record is missed until the provider ` +
    'sets the time. If new records lack it, write `since: {here: true}` in the provider file.'
  );
}
