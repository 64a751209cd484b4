import type { ReadSpec, RecordDetail } from '../file/provider.ts';
import type { ReadTarget } from './read_target.ts';

/** Whether what is wanted of the records is more than their list shows. */
export function wantsDetail(detail: RecordDetail | undefined, { fields }: Pick<ReadTarget, 'fields'>): boolean {
  const shown = detail?.as === undefined ? detail?.fields : [detail.as];
  if (!shown || (fields.length === 0 && detail?.as === undefined)) return detail !== undefined;
  const shownByDetail = new Set(shown.map((name) => name.toLowerCase()));
  return fields.some((name) => shownByDetail.has(name.toLowerCase()));
}

/** How many records a page may have: few, where each of them costs a call of its own. */
export function mostOnPage({ pageSize, detail }: ReadSpec, target: ReadTarget): number {
  const most = wantsDetail(detail, target) ? detail?.pageSize : undefined;
  return Math.min(most ?? Infinity, pageSize?.max ?? Infinity);
}
