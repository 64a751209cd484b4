import { createServer } from 'node:net';

/** The range is below the ephemeral ports, which any outgoing connection may take at any moment. */
const FROM = 20_000;
const TO = 32_000;

/** A loopback port on which nothing listens now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FROM + Math.floor(Math.random() * (TO - FROM));
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
