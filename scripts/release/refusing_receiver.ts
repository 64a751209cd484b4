import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { RECEIVER_PORT, REFUSING_PATH, sha256 } from './fixture_world.ts';

export type RefusingReceiver = {
  /** Refuses every message from now on. */
  refuseAll(): void;
  /** Messages that were refused and never accepted, ordered by id. */
  refused(): { id: string; path: string; sha256: string }[];
  stop(): Promise<void>;
};

/** A webhook that refuses messages with 503: at first only on REFUSING_PATH, after refuseAll() on every path. */
export async function startRefusingReceiver(): Promise<RefusingReceiver> {
  const refused = new Map<string, { id: string; path: string; sha256: string }>();
  let refusesAll = false;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const id = String(request.headers['webhook-id']);
      const path = request.url ?? '';
      const refuses = refusesAll || path === REFUSING_PATH;
      if (refuses) refused.set(id, { id, path, sha256: sha256(body) });
      else refused.delete(id);
      response.writeHead(refuses ? 503 : 204).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(RECEIVER_PORT, '127.0.0.1', resolve);
  });
  return {
    refuseAll: () => void (refusesAll = true),
    refused: () => [...refused.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
