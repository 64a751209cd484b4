import { Buffer } from 'node:buffer';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import type { NewId } from '../../lib/ids/ids.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { stopwatch } from '../../lib/telemetry/stopwatch.ts';
import type { Telemetry } from '../../lib/telemetry/telemetry.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { ANSWER_HEADER_LINES } from './answer_headers.ts';
import { fastServer } from './fast_server.ts';
import { problemDocument } from './problem_writer.ts';
import { receivedOn } from './request_record.ts';
import type { SupportContact } from './support_contact.ts';

type ServerContext = {
  publicUrl: () => string;
  support: SupportContact;
  clock: Clock;
  newId: NewId;
  telemetry: Telemetry;
};

/**
 * The HTTP server below Express. Node itself answers some malformed requests with an empty body; these hooks answer
 * them with problem documents instead.
 */
export function createHttpServer(app: Express, context: ServerContext): Server {
  const server = fastServer(app, {
    maxHeaderSize: 16_384,
    // No limit: limits/body_time.ts limits the time of a body.
    requestTimeout: 0,
    headersTimeout: 10_000,
    keepAliveTimeout: 65_000,
    requireHostHeader: false,
    insecureHTTPParser: false,
  });
  // Closes a connection on which no byte moves, because its client does not read the answer. Longer than any request
  // takes.
  server.timeout = 120_000;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    refuseSocket(socket, problemOfParser(error.code), context),
  );
  server.on('connect', (request, socket: Socket) =>
    refuseSocket(
      socket,
      new Problem('methodNotAllowed', 'This server does not support CONNECT.'),
      context,
      request.method,
    ),
  );
  server.on('upgrade', (request, socket: Socket) =>
    refuseSocket(
      socket,
      new Problem('invalidArgument', 'This server does not support protocol upgrades.'),
      context,
      request.method,
    ),
  );
  server.on('checkExpectation', (request, response) => app(request, response));
  return server;
}

function problemOfParser(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('headersTooLarge', 'The headers are larger than 16 KiB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('requestTimeout', 'The request did not arrive in time.');
  return new Problem('invalidArgument', 'This is not a well-formed HTTP request.');
}

/**
 * Answers on the bare socket and reports the answer: as the end of the request whose body was arriving, or as a new
 * request.
 */
function refuseSocket(socket: Socket, problem: Problem, context: ServerContext, method?: string): void {
  if (!socket.writable) return;
  const { publicUrl, support, clock, newId, telemetry } = context;
  const elapsed = stopwatch();
  const record = receivedOn(socket);
  const requestId = record?.requestId ?? newId();
  const about = { requestId, publicUrl: publicUrl(), support, now: clock.now() };
  const body = JSON.stringify(problemDocument(problem, about));
  const bytes = Buffer.byteLength(body);
  socket.end(
    `HTTP/1.1 ${problem.status} Refused\r\ncontent-type: application/problem+json\r\nconnection: close\r\n` +
      `x-request-id: ${requestId}\r\n${ANSWER_HEADER_LINES}` +
      `content-length: ${bytes}\r\n\r\n${body}`,
  );
  if (record) Object.assign(record, { rawStatus: problem.status, problem: problem.kind, bytes });
  else
    telemetry.request({
      requestId,
      operation: 'malformed',
      method,
      status: problem.status,
      aborted: undefined,
      durationMs: elapsed(),
      caller: 'anonymous',
      projectId: undefined,
      bytes,
      problem: problem.kind,
    });
}
