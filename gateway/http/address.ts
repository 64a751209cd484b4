import type { IncomingMessage } from 'node:http';

/**
 * The path and query that a request means. Three spellings of it become one: the absolute form that proxies send, the
 * base that a host name stands for, and the `%3A` that careful clients make of the colon of a custom verb.
 */
export function addressOf({ url = '/', headers }: IncomingMessage, hostPrefixes: ReadonlyMap<string, string>): string {
  const [, authority, rest] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [undefined, headers.host ?? '', url];
  const [path, query] = splitOnce(rest?.startsWith('/') || !rest ? rest || '/' : `/${rest}`, '?');
  const verb = path.replace(/%3A(?=[A-Za-z-]+$)/i, ':');
  return prefixOf(hostName(authority ?? ''), path, hostPrefixes) + verb + (query === undefined ? '' : `?${query}`);
}

/** A host stands for its base below /v1 alone, so that health and problem pages answer on every host; a proxy has no /v1. */
function prefixOf(host: string, path: string, hostPrefixes: ReadonlyMap<string, string>): string {
  const prefix = hostPrefixes.get(host) ?? '';
  return prefix === '/proxy' || path.startsWith('/v1/') ? prefix : '';
}

function hostName(authority: string): string {
  return authority.replace(/^.*@/, '').replace(/:\d+$/, '').toLowerCase();
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
