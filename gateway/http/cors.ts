import type { NextFunction, Request, Response } from 'express';
import { isUrl } from '../../lib/url/is_url.ts';
import { requestRecordOf } from './request_record.ts';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
/** Headers that the UI library and the reference page send. The library identifies itself by `x-amp-…`. */
const REQUEST_HEADERS =
  'Authorization, Content-Type, If-None-Match, X-Api-Key, X-Amp-Client, X-Amp-Client-Version, X-Amp-Request-Type';
const RESPONSE_HEADERS =
  'Allow, ETag, Link, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id';
/** How long a browser may cache a preflight, in seconds. */
const MAX_AGE = '3600';

/** Paths that only Causeway's own pages call, with a session cookie. */
const OWN_PAGES = /^\/(console|connect)(\/|$)/;

/**
 * Allows pages of the listed origins to call the operations. Every answer has the CORS headers, also a problem: without
 * them the page could not read it. The page sets the headers with its credentials, so cookies are never allowed, and
 * `*` grants nothing without a key. This handler answers the preflights of all paths.
 */
export function crossOrigin(origins: readonly string[]) {
  const isAllowed = originRule(origins);
  return (request: Request, response: Response, next: NextFunction): void => {
    const { origin } = request.headers;
    if (!origins.includes('*')) response.setHeader('vary', 'Origin');
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (isPreflight) requestRecordOf(response).operation = 'preflight';
    const getsNoHeaders = origin === undefined || OWN_PAGES.test(request.path) || !isAllowed(origin);
    if (getsNoHeaders) return isPreflight ? refusePreflight(response) : next();
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

/** An origin that is not allowed gets no CORS headers; the browser then blocks the answer and logs the reason. */
function refusePreflight(response: Response): void {
  response.statusCode = 204;
  response.end();
}

/** Throws for an entry that cannot match any `Origin` header, so that a typo stops the start. */
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
