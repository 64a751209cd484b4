import type { Response } from 'express';

/** Request headers that are removed: with them Express answers 412 or 416, which have no problem document. */
const CONDITIONS = ['range', 'if-range', 'if-match', 'if-unmodified-since'];

/** Sends a file of this version as a whole. */
export function sendDocument(response: Response, path: string): void {
  for (const name of CONDITIONS) delete response.req.headers[name];
  response.sendFile(path, { cacheControl: false, acceptRanges: false, dotfiles: 'allow' });
}
