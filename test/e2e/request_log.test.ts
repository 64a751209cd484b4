import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { type Answer, request, startOwnPlatform, type TestPlatform } from '../support/platform.ts';
import { sendRaw } from '../support/raw_http.ts';

type Line = Record<string, unknown>;

const SECRET = 'CANARY-of-the-request';
const NO_ONE = '01890000-0000-7000-8000-000000000000';

describe('the request log', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startOwnPlatform();
  });
  afterAll(() => platform.stop());

  const linesOf = (msg: string): Line[] =>
    platform
      .log()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line)
      .filter((line) => line['msg'] === msg);
  const linesAbout = (msg: string, requestId: unknown) =>
    linesOf(msg).filter((line) => line['requestId'] === requestId);
  const port = () => new URL(platform.origin).port;
  const key = () => platform.ready.apiKey;

  /** The only line about an answer. All its lines have been written when a later request has its line. */
  async function lineOf(answer: Answer): Promise<Line> {
    await settled();
    const lines = linesAbout('request', answer.headers.get('x-request-id'));
    expect(lines).toHaveLength(1);
    return lines[0] as Line;
  }

  async function settled(): Promise<void> {
    const last = await request(platform.origin, 'GET', '/healthz');
    const id = last.headers.get('x-request-id');
    expect(id).not.toBeNull();
    await eventually(async () => expect(linesAbout('request', id)).toHaveLength(1));
  }

  const call = (method: string, path: string, options: { headers?: Record<string, string>; body?: string } = {}) =>
    request(platform.origin, method, path, options);
  const withKey = (method: string, path: string, body?: string) =>
    call(method, `/v1/projects/demo${path}`, {
      headers: { 'x-api-key': key(), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    });
  const project = () => ({ caller: 'apiKey', projectId: platform.ready.project.id });
  const nobody = { caller: 'anonymous' };

  it('has one line for a success, and one for each of its RPCs with the same id', async () => {
    const answer = await withKey('GET', '/topics');
    expect(await lineOf(answer)).toEqual({
      level: 'info',
      service: 'gateway',
      time: expect.any(String),
      msg: 'request',
      requestId: answer.headers.get('x-request-id'),
      operation: 'listTopics',
      method: 'GET',
      status: 200,
      durationMs: expect.any(Number),
      bytes: answer.text.length,
      ...project(),
    });
    await eventually(async () =>
      expect(linesAbout('rpc', answer.headers.get('x-request-id'))).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            service: 'notifications',
            rpc: 'notifications/ListTopics',
            status: 'OK',
            ...project(),
          }),
        ]),
      ),
    );
  });

  it.each([
    ['a missing topic', 404, 'updateTopic', 'notFound', () => withKey('PATCH', `/topics/${NO_ONE}`, '{"name":"a"}')],
    ['a wrong body', 400, 'createTopic', 'invalidArgument', () => withKey('POST', '/topics', '{"name":7}')],
    [
      'a manifest that is refused',
      422,
      'batchUpsertIntegrations',
      'unprocessable',
      () => withKey('PUT', '/integrations:batch', JSON.stringify({ sourceYaml: 'specVersion: 9.9.9\n' })),
    ],
    [
      'a body that is too large',
      413,
      'createTopic',
      'tooLarge',
      () => withKey('POST', '/topics', JSON.stringify({ name: 'a'.repeat(1_100_000) })),
    ],
  ] as const)('has one line for %s', async (_what, status, operation, problem, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    const { bytes, ...line } = await lineOf(answer);
    expect(line).toMatchObject({ level: 'info', status, operation, problem, ...project() });
    expect(bytes).toBe(new TextEncoder().encode(answer.text).length);
  });

  it.each([
    ['a missing credential', 401, 'listTopics', 'unauthenticated', () => call('GET', '/v1/projects/demo/topics')],
    [
      'a wrong credential',
      401,
      'listTopics',
      'unauthenticated',
      () => call('GET', '/v1/projects/demo/topics', { headers: { 'x-api-key': `cwk_${SECRET}` } }),
    ],
    ['an unknown address', 404, 'unmatched', 'notFound', () => call('GET', `/${SECRET}?token=${SECRET}`)],
    [
      'an address that is badly encoded',
      400,
      'unmatched',
      'invalidArgument',
      () => call('GET', '/v1/projects/%ff/topics'),
    ],
    ['an unknown method', 405, 'unknownMethod', 'methodNotAllowed', () => call('PUT', '/v1/projects/demo/topics')],
  ] as const)('has one line for %s', async (_what, status, operation, problem, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(await lineOf(answer)).toMatchObject({ level: 'info', status, operation, problem, ...nobody });
  });

  it.each([
    ['a page', 200, 'page', 'info', () => call('GET', '/problems/notFound')],
    ['the document', 200, 'page', 'info', () => call('GET', '/v1/openapi.json')],
    ['an OPTIONS request', 204, 'unknownMethod', 'info', () => call('OPTIONS', '/v1/projects/demo/topics')],
    ['life', 200, 'health', 'debug', () => call('GET', '/healthz')],
    ['readiness', 200, 'health', 'debug', () => call('GET', '/readyz')],
  ] as const)('has one line for %s', async (_what, status, operation, level, ask) => {
    const line = await lineOf(await ask());
    expect(line).toMatchObject({ level, status, operation, ...nobody });
    expect(line).not.toHaveProperty('problem');
  });

  it('has one line for invalid HTTP, for CONNECT and for an upgrade', async () => {
    for (const [bytes, method] of [
      [`${SECRET}\r\n\r\n`, undefined],
      [`CONNECT ${SECRET}:443 HTTP/1.1\r\nhost: a\r\n\r\n`, 'CONNECT'],
      [`GET /${SECRET} HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: ${SECRET}\r\n\r\n`, 'GET'],
    ] as const) {
      const text = await sendRaw(port(), bytes);
      const id = /^x-request-id: (\S+)/im.exec(text)?.[1];
      await settled();
      expect(linesAbout('request', id)).toEqual([
        expect.objectContaining({ operation: 'malformed', status: Number(text.slice(9, 12)), ...nobody }),
      ]);
      expect(linesAbout('request', id)[0]?.['method']).toBe(method);
    }
  });

  it('has one line for a request whose body is malformed', async () => {
    const text = await sendRaw(port(), `${head('transfer-encoding: chunked')}nonsense\r\n`);
    const id = /^x-request-id: (\S+)/im.exec(text)?.[1];
    await settled();
    expect(linesAbout('request', id)).toEqual([
      expect.objectContaining({ operation: 'createTopic', status: 400, problem: 'invalidArgument' }),
    ]);
  });

  it('has one line for each client that hangs up, and reports none as a bug', async () => {
    const countOf = () => linesOf('request').filter(({ status }) => status === 499).length;
    const before = countOf();
    await hangUp(head('content-length: 50') + '{"na');
    await eventually(async () => expect(countOf()).toBe(before + 1));
    await hangUp(`GET /readyz HTTP/1.1\r\nhost: a\r\n\r\n`.repeat(20));
    await settled();
    const left = linesOf('request').filter(({ status }) => status === 499);
    for (const line of left) expect(line).toMatchObject({ aborted: true, durationMs: expect.any(Number) });
    expect(new Set(left.map(({ requestId }) => requestId)).size).toBe(left.length);
    expect(linesOf('request failed')).toEqual([]);
  });

  it('contains no data of requests', async () => {
    await withKey('POST', '/topics', JSON.stringify({ name: SECRET, [SECRET]: SECRET }));
    await withKey('GET', `/topics?${SECRET}=${SECRET}`);
    await withKey('PATCH', `/topics/${SECRET}`, JSON.stringify({ name: SECRET }));
    await call('GET', '/v1/projects/demo/topics', { headers: { authorization: `Bearer ${SECRET}` } });
    await call('GET', `/v1/projects/${SECRET}/topics`, { headers: { 'x-api-key': key(), 'x-request-id': SECRET } });
    await settled();
    const log = platform.log();
    expect(log).toContain('"msg":"request"');
    for (const secret of [SECRET, key()]) expect(log).not.toContain(secret);
  });

  const head = (framing: string) =>
    `POST /v1/projects/demo/topics HTTP/1.1\r\nhost: a\r\nx-api-key: ${key()}\r\ncontent-type: application/json\r\n${framing}\r\n\r\n`;

  /** Sends the bytes and resets the connection when the server has received them. */
  function hangUp(bytes: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port()), '127.0.0.1', () =>
        socket.write(bytes, () => void settled().then(() => socket.resetAndDestroy(), reject)),
      );
      socket
        .on('error', reject)
        .on('close', () => resolve())
        .resume();
    });
  }
});
