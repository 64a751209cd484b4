import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import type { NewId } from '../../lib/ids/ids.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { fastServer } from './fast_server.ts';
import { problemDocument } from './problem_writer.ts';

type Context = { publicUrl: () => string; clock: Clock; newId: NewId };

/**
 * The HTTP server below express. Node answers some malformed requests itself, with an empty body; these hooks make
 * those answers problem documents too.
 */
export function createHttpServer(app: Express, context: Context): Server {
  const server = fastServer(app, {
    maxHeaderSize: 16_384,
    requestTimeout: 30_000,
    headersTimeout: 10_000,
    keepAliveTimeout: 65_000,
    requireHostHeader: false,
    insecureHTTPParser: false,
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    refuse(socket, problemOfParser(error.code), context),
  );
  server.on('connect', (_request, socket: Socket) =>
    refuse(socket, new Problem('methodNotAllowed', 'CONNECT is not served here.'), context),
  );
  server.on('upgrade', (_request, socket: Socket) =>
    refuse(socket, new Problem('invalidArgument', 'Upgrades are not served here.'), context),
  );
  server.on('checkExpectation', (request, response) => app(request, response));
  return server;
}

function problemOfParser(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('headersTooLarge', 'The headers are larger than 16 KiB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('requestTimeout', 'The request did not arrive in time.');
  return new Problem('invalidArgument', 'This is not a well-formed HTTP request.');
}

function refuse(socket: Socket, problem: Problem, { publicUrl, clock, newId }: Context): void {
  if (!socket.writable) return;
  const requestId = newId();
  const body = JSON.stringify(problemDocument(problem, { requestId, publicUrl: publicUrl(), now: clock.now() }));
  socket.end(
    `HTTP/1.1 ${problem.status} Refused\r\ncontent-type: application/problem+json\r\nconnection: close\r\n` +
      `x-request-id: ${requestId}\r\ncache-control: no-store\r\n` +
      `content-length: ${new TextEncoder().encode(body).length}\r\n\r\n${body}`,
  );
}
