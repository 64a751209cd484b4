import { createServer } from 'node:net';

/** The range is below the ephemeral ports, which any outgoing connection may take at any moment. */
const MIN_PORT = 20_000;
const MAX_PORT = 32_000;

/** A loopback port on which nothing listens now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = MIN_PORT + Math.floor(Math.random() * (MAX_PORT - MIN_PORT));
    if (await isFreePort(port)) return port;
  }
}

export function isFreePort(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
