import type { CallAuth } from '../request/call_auth.ts';
import { decodedForms } from './decoded_forms.ts';

/**
 * The query to send: the caller's (`callers`) and the credentials, with `?`; or an empty text. The caller's bytes are
 * not changed, but parameters with the name of a credential are removed: a provider that takes the first of two values
 * would use the caller's credential.
 */
export function proxyQuery(callers: string, { query }: Pick<CallAuth, 'query'>): string {
  const ours = new Set(Object.keys(query).map((name) => name.toLowerCase()));
  const added = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join('='));
  const kept = ours.size === 0 ? callers : without(callers, ours);
  const whole = [...(kept === '' ? [] : [kept]), ...added].join('&');
  return whole === '' ? '' : `?${whole}`;
}

/** Removes parameters by name. Some servers also separate parameters by semicolons. */
function without(query: string, names: ReadonlySet<string>): string {
  return query
    .split('&')
    .flatMap((part) => {
      const kept = part.split(';').filter((one) => !isNamed(one, names));
      return kept.length > 0 ? [kept.join(';')] : [];
    })
    .join('&');
}

/**
 * Whether a server may read the parameter as one of the names. Some servers read `key[]`, `key[0]` and ` key` as `key`,
 * and `api.key` as `api_key`.
 */
function isNamed(parameter: string, names: ReadonlySet<string>): boolean {
  const [key = ''] = parameter.split('=');
  return decodedForms(key.replaceAll('+', ' ')).some((form) => {
    const name = form
      .replace(/[[=\0].*$/s, '')
      .trim()
      .toLowerCase();
    return names.has(name) || names.has(name.replace(/[ .]/g, '_'));
  });
}
