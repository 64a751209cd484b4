import { isObject, type Json } from '../../../lib/json/json.ts';
import { envelopes } from './envelopes.ts';
import type { Step } from './step.ts';
import type { Turn } from './turn.ts';

const NEXT = /^(@?odata\.?)?next[-_]?(page|records)?[-_]?(url|uri|link|href)?$|^after[-_]?url$|^@odata\.nextLink$/i;
const URL_LIKE = /^(https?:\/\/|\/|\?)/;
const ADDRESS = ['href', 'url', 'uri', 'link'];

/** The next page's URL under a common key: a string, an object with a URL, or an entry of `links` with `rel: next`. */
export function bodyUrl(turn: Turn): Step | null {
  for (const envelope of envelopes(turn)) {
    for (const [key, value] of Object.entries(envelope)) {
      const url = NEXT.test(key) ? addressOf(value) : key === 'links' && Array.isArray(value) ? relNext(value) : null;
      if (url !== null) return { url };
    }
  }
  return null;
}

function addressOf(value: Json | undefined): string | null {
  if (typeof value === 'string') return URL_LIKE.test(value) ? value : null;
  if (!isObject(value)) return null;
  return ADDRESS.map((key) => addressOf(value[key])).find((url) => url !== null) ?? null;
}

function relNext(links: readonly Json[]): string | null {
  const next = links.find((link) => isObject(link) && (link['rel'] === 'next' || link['relation'] === 'next'));
  return next === undefined ? null : addressOf(next);
}
