import type { ReadSpec } from '../file/provider.ts';
import type { RecordDetail } from '../file/record_facts.ts';
import type { ReadTarget } from './read_target.ts';

/** Whether a wanted field needs the detail request. */
export function wantsDetail(detail: RecordDetail | undefined, { fields }: Pick<ReadTarget, 'fields'>): boolean {
  const shown = detail?.as === undefined ? detail?.fields : [detail.as];
  if (!shown || (fields.length === 0 && detail?.as === undefined)) return detail !== undefined;
  const shownByDetail = new Set(shown.map((name) => name.toLowerCase()));
  return fields.some((name) => shownByDetail.has(name.toLowerCase()));
}

/** The max page size, which may be lower if each record needs a detail request. Infinity if the file has no max. */
export function maxOnPage({ pageSize, detail }: ReadSpec, target: ReadTarget): number {
  const most = wantsDetail(detail, target) ? detail?.pageSize : undefined;
  return Math.min(most ?? Infinity, pageSize?.max ?? Infinity);
}
