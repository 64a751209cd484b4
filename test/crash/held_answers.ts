import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../../testbed/reads_fixture.ts';
import { patienceFor } from '../../testbed/timed_out.ts';

/**
 * In front of the provider: passes everything on, and holds the answers to creates. So whoever waits for one is killed
 * between what the provider did and what the platform noted.
 */
export type HeldAnswers = {
  url: string;
  /** Resolves when the provider has done so many creates in all. */
  created(count: number): Promise<void>;
  stop(): Promise<void>;
};

export async function startHeldAnswers(provider: string): Promise<HeldAnswers> {
  let done = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method = 'GET', url = '/' } = request;
    const answer = await fetch(provider + url, {
      method,
      headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        name === 'host' || name === 'connection' || name === 'content-length' ? [] : [[name, String(value)]],
      ),
      ...(parts.length > 0 && { body: Buffer.concat(parts) }),
    });
    const text = await answer.text();
    if (method === 'POST') done += 1;
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    created: (count) => until(async () => done >= count, patienceFor(10_000)),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
