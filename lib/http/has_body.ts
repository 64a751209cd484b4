import type { IncomingHttpHeaders } from 'node:http';

/** Whether a request says that a body follows. */
export function hasBody({ 'content-length': length = '0', 'transfer-encoding': coding }: IncomingHttpHeaders): boolean {
  return coding !== undefined || length !== '0';
}
