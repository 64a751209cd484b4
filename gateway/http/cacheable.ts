import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';

/** One minute: new catalogue entries appear soon, and a revalidation only compares two ETags. */
const CACHE_CONTROL = 'public, max-age=60, must-revalidate';

/** Sends a text that is the same for every caller, with a strong ETag; sends 304 when the caller already has it. */
export function writeCacheable(request: Request, response: Response, text: string): void {
  makeCacheable(text)(request, response);
}

/** Makes a handler for a text that never changes. The ETag and the bytes are computed once. */
export function makeCacheable(text: string): (request: Request, response: Response) => void {
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  const bytes = Buffer.from(text);
  return (request, response) => write(request, response, { tag, bytes });
}

type CacheableAnswer = { tag: string; bytes: Uint8Array };

function write(request: Request, response: Response, { tag, bytes }: CacheableAnswer): void {
  response.setHeader('etag', tag);
  response.setHeader('cache-control', CACHE_CONTROL);
  if (!isHeld(request.headers['if-none-match'], tag)) return void response.end(bytes);
  response.removeHeader('content-type');
  response.statusCode = 304;
  response.end();
}

/** The weak comparison of RFC 9110 13.1.2: a proxy that compressed the answer may have put `W/` before the ETag. */
function isHeld(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((held) => held.trim() === '*' || held.trim().replace(/^W\//, '') === tag);
}
