import type { Response } from 'express';

/** Express answers these with errors that no problem document is for: 412 and 416. */
const CONDITIONS = ['range', 'if-range', 'if-match', 'if-unmodified-since'];

/** Sends a file of this version as a whole. */
export function sendDocument(response: Response, path: string): void {
  for (const name of CONDITIONS) delete response.req.headers[name];
  response.sendFile(path, { cacheControl: false, acceptRanges: false, dotfiles: 'allow' });
}
