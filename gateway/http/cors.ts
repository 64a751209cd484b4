import type { NextFunction, Request, Response } from 'express';
import { isUrl } from '../../lib/url/is_url.ts';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
/** What the browser library and the reference page send. `x-amp-…` are the library's own names for itself. */
const REQUEST_HEADERS =
  'Authorization, Content-Type, If-None-Match, X-Api-Key, X-Amp-Client, X-Amp-Client-Version, X-Amp-Request-Type';
const RESPONSE_HEADERS =
  'Allow, ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id';
/** How long a browser may remember a preflight: an hour. */
const MAX_AGE = '3600';

/**
 * Lets pages of the listed origins call this server from a browser: every answer carries the headers, refusals too, or
 * the page could not read why. Credentials travel in headers that a page sets itself, so cookies are never allowed, and
 * `*` gives away nothing that a key does not. A preflight is answered here, whatever its address.
 */
export function crossOrigin(origins: readonly string[]) {
  const isAllowed = originRule(origins);
  return (request: Request, response: Response, next: NextFunction): void => {
    const { origin } = request.headers;
    if (!origins.includes('*')) response.setHeader('vary', 'Origin');
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (origin === undefined || !isAllowed(origin)) return isPreflight ? refusePreflight(response) : next();
    response.setHeader('access-control-allow-origin', origins.includes('*') ? '*' : origin);
    response.setHeader('access-control-expose-headers', RESPONSE_HEADERS);
    if (isPreflight) answerPreflight(response);
    else next();
  };
}

function answerPreflight(response: Response): void {
  response.setHeader('access-control-allow-methods', METHODS);
  response.setHeader('access-control-allow-headers', REQUEST_HEADERS);
  response.setHeader('access-control-max-age', MAX_AGE);
  response.statusCode = 204;
  response.end();
}

/** Without the headers the browser refuses by itself, and says in its console what is missing. */
function refusePreflight(response: Response): void {
  response.statusCode = 204;
  response.end();
}

/** Throws on an entry that no browser would ever send, so that a typing error shows at the start. */
export function originRule(origins: readonly string[]): (origin: string) => boolean {
  for (const entry of origins) {
    const spelled = entry.replace(/:\*$/, '');
    if (entry !== '*' && (!isUrl(spelled) || new URL(spelled).origin !== spelled))
      throw new Error(`The allowed origins have an entry that is no origin such as https://app.example.com: ${entry}`);
  }
  const exact = new Set(origins.filter((entry) => !entry.endsWith(':*')));
  const anyPort = new Set(origins.filter((entry) => entry.endsWith(':*')).map((entry) => entry.slice(0, -2)));
  return (origin) => exact.has('*') || exact.has(origin) || anyPort.has(origin.replace(/:\d+$/, ''));
}
