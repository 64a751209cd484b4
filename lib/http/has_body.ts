import type { IncomingHttpHeaders } from 'node:http';

/** Whether the headers of a request announce a body. */
export function hasBody({ 'content-length': length = '0', 'transfer-encoding': coding }: IncomingHttpHeaders): boolean {
  return coding !== undefined || length !== '0';
}
