import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * In front of the provider: answers the pages of a read when it is told to. So a read is where a test wants it, however
 * fast the machine is: whoever is killed is killed during a read that can't end, and a held request shows who reads.
 */
export type PageGate = {
  url: string;
  /** From now on the first `pages` pages are answered, again and again; requests for later ones wait. Only grows. */
  open(pages: number): void;
  /** The local ports of the callers that wait for a page. */
  waiting(): number[];
  /** The number of requests for pages so far. */
  asked(): number;
  stop(): Promise<void>;
};

type Held = { page: number; request: IncomingMessage; response: ServerResponse };

/** `list` is the path whose pages are counted: the first without a cursor, the others in the order of their cursors. */
export async function startPageGate(provider: string, list: string): Promise<PageGate> {
  const numbers = new Map<string, number>();
  let held: Held[] = [];
  let [opened, asked] = [0, 0];

  function pageOf({ url = '' }: IncomingMessage): number {
    const { pathname, searchParams } = new URL(url, provider);
    if (pathname !== list) return 0;
    asked += 1;
    const cursor = searchParams.get('cursor') ?? '';
    if (!numbers.has(cursor)) numbers.set(cursor, numbers.size + 1);
    return numbers.get(cursor) as number;
  }

  const server = createServer((request, response) => {
    const page = pageOf(request);
    if (page <= opened) return passOn(provider, request, response);
    held.push({ page, request, response });
    response.once('close', () => (held = held.filter((one) => one.response !== response)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open(pages) {
      opened = Math.max(opened, pages);
      const free = held.filter(({ page }) => page <= opened);
      held = held.filter(({ page }) => page > opened);
      for (const { request, response } of free) passOn(provider, request, response);
    },
    waiting: () => held.map(({ request }) => request.socket.remotePort ?? 0),
    asked: () => asked,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function passOn(provider: string, from: IncomingMessage, to: ServerResponse): void {
  const call = ask(new URL(from.url ?? '', provider), { method: from.method, headers: from.headers }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(to);
  });
  call.once('error', () => to.destroy());
  from.pipe(call);
}
