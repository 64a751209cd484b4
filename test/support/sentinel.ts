import { createServer as httpServer, type RequestListener } from 'node:http';
import { type AddressInfo, type Server, type Socket, createServer as tcpServer } from 'node:net';
import { type TlsOptions, createServer as tlsServer } from 'node:tls';

export type Sentinel = { host: string; port: number; origin: string; accepts(): number; close(): Promise<void> };

/** A TCP server that counts connections and sends nothing. */
export function startSentinel(host: string, port = 0): Promise<Sentinel> {
  return listen(tcpServer(), host, port);
}

/** An HTTP server that counts its connections. */
export function startHttp(host: string, onRequest: RequestListener, port = 0): Promise<Sentinel> {
  return listen(httpServer(onRequest), host, port);
}

/** A TLS server that answers every request with 204. */
export function startTls(host: string, options: TlsOptions): Promise<Sentinel> {
  const server = tlsServer(options, (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n'));
  });
  return listen(
    server.on('tlsClientError', () => undefined),
    host,
    0,
    'https',
  );
}

async function listen(server: Server, host: string, port: number, scheme = 'http'): Promise<Sentinel> {
  const sockets = new Set<Socket>();
  let accepts = 0;
  server.on('connection', (socket: Socket) => {
    accepts += 1;
    sockets.add(socket.on('error', () => undefined));
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((ready, failed) => server.once('error', failed).listen(port, host, ready));
  const bound = (server.address() as AddressInfo).port;
  return {
    host,
    port: bound,
    origin: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    accepts: () => accepts,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
