import type { LinkHeaderPaging } from '../file/paging_facts.ts';
import type { Turn, Verdict } from './turn.ts';

const LINK = /<([^>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^\s;,"]+))*)/g;

/** Paging by the `Link` header (RFC 8288): `<url>; rel="next"`. A page without a link of this `rel` is the last. */
export function linkHeader({ headers }: Turn, { rel = 'next' }: LinkHeaderPaging): Verdict {
  for (const [, url, params] of (headers['link'] ?? '').matchAll(LINK)) {
    const named = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(params ?? '');
    if (url && (named?.[1] ?? named?.[2] ?? '').split(/\s+/).includes(rel)) return { url };
  }
  return 'end';
}
