import type { Response } from 'express';

/** Request headers that are removed, because Express would answer 412 or 416 without a problem document. */
const REMOVED_HEADERS = ['range', 'if-range', 'if-match', 'if-unmodified-since'];

/** Sends a whole file of this version. */
export function sendDocument(response: Response, path: string): void {
  for (const name of REMOVED_HEADERS) delete response.req.headers[name];
  response.sendFile(path, { cacheControl: false, acceptRanges: false, dotfiles: 'allow' });
}
