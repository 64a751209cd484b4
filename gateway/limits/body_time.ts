import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';
import type { Request } from 'express';
import { awaitsBody } from './in_flight.ts';

/** The max time for the body of a request to arrive, in milliseconds. */
const BODY_TIMEOUT_MS = 30_000;

/**
 * Closes a connection whose request body does not arrive in time. Node's `requestTimeout` would apply to the whole
 * server; here requests of the proxy are excluded, because their bodies may be large and have an idle timeout instead.
 */
export function limitBodyTime(request: Request, ms = BODY_TIMEOUT_MS): void {
  if (!awaitsBody(request)) return;
  const timer = setTimeout(() => endLate(request), ms).unref();
  request.once('end', () => clearTimeout(timer));
}

function endLate({ complete, socket }: Request): void {
  if (complete || socket.destroyed) return;
  const late = Object.assign(new Error('The body did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  (socket as Socket & { server?: Server }).server?.emit('clientError', late, socket);
}
