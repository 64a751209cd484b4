import type { IncomingMessage } from 'node:http';

/**
 * Normalises the path and query of a request: removes the origin of an absolute-form target (sent by proxies), adds the
 * base path of the host name, and decodes `%3A` to the colon of a custom verb.
 */
export function addressOf(request: UrlAndHeaders, hostPrefixes: ReadonlyMap<string, string>): string {
  const { authority, target } = partsOf(request.url ?? '/', request);
  const [path, query] = splitOnce(target, '?');
  const verb = path.includes('%') ? path.replace(/%3A(?=[A-Za-z-]+$)/i, ':') : path;
  const prefix = hostPrefixes.size > 0 ? prefixOf(hostName(authority), path, hostPrefixes) : '';
  return prefix + verb + (query === undefined ? '' : `?${query}`);
}

/** The path and query without the base path, not decoded: the proxy passes them on byte by byte. */
export function rawTarget(
  request: UrlAndHeaders & { originalUrl: string },
  base: string,
  hostPrefixes: ReadonlyMap<string, string>,
): string {
  const { authority, target } = partsOf(request.originalUrl, request);
  const hasBase = hostPrefixes.size === 0 || hostPrefixes.get(hostName(authority)) !== base;
  return hasBase ? target.slice(base.length) : target;
}

type UrlAndHeaders = Pick<IncomingMessage, 'url' | 'headers'>;

function partsOf(url: string, { headers }: UrlAndHeaders): { authority: string; target: string } {
  const [, authority, rest] = (url.startsWith('/') ? null : /^https?:\/\/([^/?#]*)(.*)$/is.exec(url)) ?? [
    undefined,
    headers.host ?? '',
    url,
  ];
  const target = rest?.startsWith('/') || !rest ? rest || '/' : `/${rest}`;
  return { authority: authority ?? '', target };
}

/** The base path of a host. It is added only below /v1, so that health and problem pages answer on every host. */
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
