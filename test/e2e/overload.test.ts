import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkDeclared } from '../support/declared_answers.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, request, startTestPlatform, type TestPlatform } from '../support/platform.ts';

const PATH = '/v1/projects/demo';

describe('a gateway with as many requests in progress as it accepts', () => {
  let platform: TestPlatform;
  const silent = createServer(() => {});
  beforeAll(async () => {
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    platform = await startTestPlatform({ CAUSEWAY_GATEWAY_MAX_IN_FLIGHT: '1' });
  });
  afterAll(async () => {
    silent.closeAllConnections();
    silent.close();
    await platform.stop();
  });

  async function get(path = PATH): Promise<Answer> {
    const answer = await request(platform.origin, 'GET', path, { headers: { 'x-api-key': platform.ready.apiKey } });
    if (path === PATH) checkDeclared('GET', path, answer);
    return answer;
  }

  /** A request that waits for a provider that never answers: its credentials are tested there. */
  function holdOne(): Socket {
    const { port } = silent.address() as AddressInfo;
    const body = JSON.stringify({
      ...{ provider: 'sandboxBasic', groupRef: 'g', consumerRef: 'c', basicAuth: { username: 'a', password: 'b' } },
      providerMetadata: { baseUrl: `http://127.0.0.1:${port}` },
    });
    const head =
      `POST ${PATH}/connections:generate HTTP/1.1\r\nhost: a\r\nx-api-key: ${platform.ready.apiKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const socket = connect(Number(new URL(platform.origin).port), '127.0.0.1', () => socket.write(head));
    return socket.on('error', () => {});
  }

  /** The same, once it is in progress: until the one before it is over, the gateway refuses it. */
  async function held(): Promise<Socket> {
    for (;;) {
      const socket = holdOne();
      const isAsked = once(silent, 'request').then(() => true);
      if (await Promise.race([isAsked, once(socket, 'data').then(() => false)])) return socket;
      socket.destroy();
    }
  }

  it('F11: refuses further ones with a time for the retry, except health checks, until one has ended', async () => {
    expect((await get()).status).toBe(200);
    const socket = await held();
    const refused = await get();
    expect(refused).toMatchObject({
      status: 503,
      type: 'application/problem+json',
      body: { retryable: true, subsystem: 'api' },
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    for (const path of ['/healthz', '/readyz']) expect((await get(path)).status).toBe(200);
    socket.destroy();
    await eventually(async () => expect((await get()).status).toBe(200));
  });
});
