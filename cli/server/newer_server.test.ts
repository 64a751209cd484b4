import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommand } from '../../test/support/command_line.ts';

const replay = {
  id: 'op-2',
  status: 'partly_done',
  result: 'Some of it was replayed.',
  metadata: {
    replay: {
      config: 'same',
      delivers: false,
      records: { added: 0, removed: 0, changed: 1, same: 0, unknown: 0 },
      calls: { exact: 1, byOrder: 0 },
      changes: [{ id: '7', change: 'reordered', fields: ['name'] }],
    },
  },
};
/** The answers to a call, one after the other; the last one stays. */
const answers: Record<string, unknown[]> = {
  'POST /operations/op-1:replay': [{ operationId: 'op-2' }],
  'GET /operations/op-2': [{ ...replay, status: 'almost_done', result: undefined }, replay],
  'GET /integrations/i-1/installations/in-1': [{ id: 'in-1' }],
  'GET /operations': [
    {
      results: [{ id: 'op-2', integrationId: 'i-1', installationId: 'in-1', status: 'partly_done' }],
      pagination: { done: true },
    },
  ],
};

/** The contract lets a newer server answer with values that this command line does not know. */
describe('an answer with unknown values', () => {
  const server = createServer(({ method, url = '' }, response) => {
    const path = new URL(url, 'http://here').pathname.replace('/v1/projects/demo', '');
    const [next, ...later] = answers[`${method} ${path}`] ?? [];
    if (later.length > 0) answers[`${method} ${path}`] = later;
    response.end(JSON.stringify(next));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.close();
  });

  function run(...args: string[]) {
    const { port } = server.address() as AddressInfo;
    return runCommand(...args, '--url', `http://127.0.0.1:${port}`, '--project', 'demo', '--api-key', 'key');
  }

  it('is listed as it is', async () => {
    expect(await run('operations', 'list')).toMatchObject({
      code: 0,
      out: expect.stringContaining('op-2  partly_done'),
    });
  });

  it('ends a replay when it has a result, and shows how a record differs', async () => {
    const { code, out } = await run('operations', 'replay', 'op-1');
    expect([code, out.split('\n').slice(1)]).toEqual([1, ['Some of it was replayed.', '? reordered 7  name', '']]);
  });
});
