import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const RECORDS = 100;

/**
 * Answers like a remote provider: pages of a hundred records, each after `latencyMs`. The first part of a path is the
 * reader's name.
 */
export async function startSlowProvider(latencyMs: number) {
  const waiting: { who: string; heard: (at: number) => void }[] = [];
  const served: Record<string, number> = {};

  async function answer(url: URL, response: ServerResponse): Promise<void> {
    const [, who = '', pages = '1', object = ''] = url.pathname.split('/');
    const at = performance.now();
    served[who] = (served[who] ?? 0) + 1;
    for (const one of waiting.splice(0)) {
      if (one.who === who) one.heard(at);
      else waiting.push(one);
    }
    await sleep(latencyMs);
    const page = Number(url.searchParams.get('cursor') ?? 1);
    response.setHeader('content-type', 'application/json');
    response.end(pageText(`${who}-${object}`, page, page < Number(pages)));
  }

  const server = createServer((request, response) => {
    request.resume();
    void answer(new URL(request.url ?? '/', 'http://provider'), response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served: (who: string) => served[who] ?? 0,
    /** Resolves with the time of a reader's next request, by the performance clock. */
    nextOf: (who: string) =>
      new Promise<number>((heard) => {
        waiting.push({ who, heard });
      }),
    stop: () => server.closeAllConnections(),
  };
}

function pageText(prefix: string, page: number, hasMore: boolean): string {
  const records = Array.from({ length: RECORDS }, (_, i) => ({
    id: `${prefix}-${page}-${i}`,
    name: `Somebody ${i}`,
    email: `person${i}@example.com`,
    updated_at: '2026-01-02T03:04:05Z',
  }));
  return JSON.stringify({ data: records, next_cursor: hasMore ? String(page + 1) : null });
}

/** Its provider file, with all objects of a flood. Those that are named so are answered with XML. */
export function slowProviderFile(objects: readonly string[]): string {
  return `name: slow
displayName: Slow
baseURL: '{{.baseUrl}}'
auth: {type: apiKey, in: header, name: X-Key}
variables: [{name: baseUrl, displayName: Address, default: 'http://127.0.0.1:4020'}]
support: [read]
reading:
  path: /{object}
  records: data
  id: id
  updatedAt: updated_at
  paging: {kind: cursor, path: next_cursor, param: cursor}
styles: {list: {}, xml: {format: xml, records: answer.data}}
objects:
${objects.map((name) => `  ${name}: ${name.startsWith('xml') ? 'xml' : 'list'}`).join('\n')}
`;
}
