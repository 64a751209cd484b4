import type { NextUrlPaging } from '../file/paging_facts.ts';
import { firstPath } from '../json_path.ts';
import { declaresMore, isNothing, type Turn, type Verdict } from './turn.ts';

/** Paging by a next-page URL in the body, absolute or relative. */
export function nextUrl({ body, records }: Turn, facts: NextUrlPaging): Verdict {
  if (declaresMore(facts, body) === false || (facts.untilEmpty && records.length === 0)) return 'end';
  const url = firstPath(body, facts.path);
  if (isNothing(url)) return 'unknown';
  return typeof url === 'string' ? { url } : 'unusable';
}
