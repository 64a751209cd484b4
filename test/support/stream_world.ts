import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type OutboundClient, outboundClient } from '../../lib/http/outbound.ts';
import type { StreamRequest, StreamResponse } from '../../lib/http/stream.ts';
import { type Sentinel, startHttp } from './sentinel.ts';

export const MB = 1024 * 1024;

/** A server on loopback, and a client with two connections per account. */
export type StreamWorld = {
  server: Sentinel;
  client: OutboundClient;
  /** The requests that arrived since `begin`. */
  requests: IncomingMessage[];
  begin(): void;
  /** Sets how the server handles each request from now on. */
  on(listener: RequestListener): void;
  /** From now on the server reads each request completely and then answers. */
  respond(status: number, headers: Record<string, string | string[]>, body?: string | Buffer): void;
  stream(request?: Partial<StreamRequest>): Promise<StreamResponse>;
  upload(body: StreamRequest['body'], more?: Partial<StreamRequest>): Promise<StreamResponse>;
  /** Whether the next requests of the account use the same connection as the first request since `begin`. */
  isReused(): Promise<boolean>;
  close(): Promise<void>;
};

/** A request with limits that are too high for any test to reach by chance. */
export const aStream: StreamRequest = {
  method: 'GET',
  url: '',
  headers: [],
  body: null,
  account: 'one',
  headTimeoutMs: 10_000,
  idleMs: 10_000,
  maxRequestBytes: 1_000 * MB,
  maxResponseBytes: 1_000 * MB,
};

export async function startStreamWorld(): Promise<StreamWorld> {
  let listener: RequestListener = (_, response) => response.end();
  const [requests, sockets]: [IncomingMessage[], Socket[]] = [[], []];
  const server = await startHttp('127.0.0.1', (request, response) => {
    requests.push(request.on('error', () => undefined));
    sockets.push(request.socket);
    listener(request, response);
  });
  const client = outboundClient({ allow: [`127.0.0.1:${server.port}`], allowHttp: true, connectionsPerOrigin: 2 });
  const stream: StreamWorld['stream'] = (request = {}) =>
    client.stream({ ...aStream, url: `${server.origin}/a?b=c`, ...request });
  const respond: StreamWorld['respond'] = (status, headers, body = '') => {
    listener = (request, response) => {
      request.resume().on('end', () => response.writeHead(status, headers).end(body));
    };
  };
  return {
    server,
    client,
    requests,
    begin() {
      requests.length = 0;
      sockets.length = 0;
    },
    on: (given) => void (listener = given),
    respond,
    stream,
    upload: (body, more = {}) => stream({ method: 'POST', body, ...more }),
    async isReused() {
      const before = sockets[0];
      respond(200, {}, 'next');
      for (let times = 0; times < 2; times += 1) await text((await stream()).body);
      return sockets.slice(1).some((socket) => socket === before);
    },
    async close() {
      await client.close();
      await server.close();
    },
  };
}

/** Answers with the body that it receives. */
export const echo: RequestListener = (request, response) => {
  response.writeHead(200);
  request.pipe(response);
};
