import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, asBuilder, request, startOwnPlatform, type TestPlatform } from '../support/platform.ts';
import { sendRaw } from '../support/raw_http.ts';

const P = '/v1/projects/demo';
const INTERNALS = /select |insert |sqlite|mysql|knex|at .*\.[tj]s:\d|node_modules/i;

describe('bad input', () => {
  let platform: TestPlatform;
  let call: ReturnType<typeof asBuilder>;
  const raw = (method: string, path: string, options: Parameters<typeof request>[3]) =>
    request(platform.origin, method, path, options);
  const keyed = (): Record<string, string> => ({
    'x-api-key': platform.ready.apiKey,
    'content-type': 'application/json',
  });

  beforeAll(async () => {
    platform = await startOwnPlatform();
    call = asBuilder(platform);
  });
  afterAll(() => platform.stop());

  function expectProblem(answer: Answer, status: number): void {
    expect(answer.type).toBe('application/problem+json');
    expect([answer.status, answer.body['status']]).toEqual([status, status]);
    expect(answer.body).toMatchObject({
      title: expect.any(String),
      detail: expect.any(String),
      subsystem: expect.stringMatching(/^(api|identity|installation|reads|notifications)$/),
      remedy: expect.any(String),
      requestId: answer.headers.get('x-request-id'),
    });
    expect(answer.body['type']).toMatch(new RegExp(`^${platform.origin}/problems/`));
    expect(answer.text).not.toMatch(INTERNALS);
  }

  it('refuses an unknown body key and names it', async () => {
    const answer = await call('POST', `${P}/topics`, { name: 'a', color: 'red' });
    expectProblem(answer, 400);
    expect(answer.body['issues']).toEqual([expect.objectContaining({ in: 'body', name: 'color' })]);
  });

  it('truncates a very long unknown key in the message', async () => {
    const answer = await call('POST', `${P}/topics`, { name: 'a', ['k'.repeat(500_000)]: 1 });
    expectProblem(answer, 400);
    expect(answer.text.length).toBeLessThan(2_000);
  });
  it('lists as many faults of a service as fit, when there are many long ones', async () => {
    const long = '\u4e00'.repeat(185);
    const objects = Array.from({ length: 300 }, (_, i) => ({ objectName: `${long}${i % 50}`, destination: long }));
    const integrations = [{ name: 'x', provider: 'sandbox', read: { objects } }];
    const sourceYaml = JSON.stringify({ specVersion: '1.0.0', integrations });
    const answer = await call('PUT', `${P}/integrations:batch`, { sourceYaml });
    expectProblem(answer, 422);
    expect(answer.body['issues']).not.toEqual([]);
  });
  it('is not led to a prototype by an escaped key', async () => {
    const body = `{"provider":"sandbox","groupRef":"g","consumerRef":"c","apiKey":"k","providerMetadata":{"\\u005f_proto__":{"value":"x"}}}`;
    expect((await raw('POST', `${P}/connections:generate`, { headers: keyed(), body })).status).toBeLessThan(500);
    expect(({} as Record<string, unknown>)['value']).toBeUndefined();
  });
  it('refuses a wrong type', async () => expectProblem(await call('POST', `${P}/topics`, { name: 7 }), 400));
  it('refuses a missing body', async () =>
    expectProblem(await raw('POST', `${P}/topics`, { headers: { 'x-api-key': platform.ready.apiKey } }), 400));
  it('refuses broken JSON', async () =>
    expectProblem(await raw('POST', `${P}/topics`, { headers: keyed(), body: '{"name": ' }), 400));
  it('refuses another content type', async () => {
    expectProblem(
      await raw('POST', `${P}/topics`, { headers: { ...keyed(), 'content-type': 'text/plain' }, body: 'x' }),
      415,
    );
  });
  it('refuses a body that is too large', async () => {
    expectProblem(
      await raw('POST', `${P}/topics`, { headers: keyed(), body: JSON.stringify({ name: 'x'.repeat(2_000_000) }) }),
      413,
    );
  });
  it('refuses a body nested too deep', async () =>
    expectProblem(await raw('POST', `${P}/topics`, { headers: keyed(), body: '['.repeat(60_000) }), 400));
  it('refuses text that is not Unicode', async () => {
    expectProblem(
      await raw('POST', `${P}/connections:generate`, {
        headers: keyed(),
        body: '{"groupRef":"\\ud800","consumerRef":"c","provider":"sandbox"}',
      }),
      400,
    );
  });
  it('refuses __proto__', async () =>
    expectProblem(
      await raw('POST', `${P}/topics`, { headers: keyed(), body: '{"__proto__":{"a":1},"name":"x"}' }),
      400,
    ));
  it('answers for a project of another tenant like for an unknown one', async () =>
    expectProblem(await call('GET', '/v1/projects/other/topics'), 404));
  it('refuses a wrong key', async () =>
    expectProblem(await raw('GET', `${P}/topics`, { headers: { 'x-api-key': 'cwk_wrong' } }), 401));
  it('says that the key is missing when it is empty', async () => {
    const answer = await raw('GET', `${P}/topics`, { headers: { 'x-api-key': '' } });
    expectProblem(answer, 401);
    expect(answer.body['detail']).toBe('This operation needs X-Api-Key or Authorization: Bearer.');
  });
  it('refuses a body where none is allowed', async () => {
    const answer = await raw('DELETE', `${P}/topics/x`, { headers: keyed(), body: '{}' });
    expectProblem(answer, 400);
    expect(answer.body['detail']).toBe('The body is not taken by this operation.');
  });
  it('refuses a request without a key', async () => expectProblem(await raw('GET', `${P}/topics`, {}), 401));
  it('refuses a token where only a key is allowed', async () => {
    const answer = await raw('POST', `/read/v1/projects/demo/integrations/x/objects/y`, {
      headers: { authorization: `Bearer ${platform.ready.bearerToken}` },
    });
    expectProblem(answer, 401);
  });
  it('accepts a token where one is allowed', async () => {
    const { status } = await raw('GET', `${P}/topics`, {
      headers: { authorization: `Bearer ${platform.ready.bearerToken}` },
    });
    expect(status).toBe(200);
  });
  it('refuses a wrong key beside a good token, and takes a good key beside a wrong token', async () => {
    const ask = (apiKey: string, token: string) =>
      raw('GET', `${P}/topics`, { headers: { 'x-api-key': apiKey, authorization: `Bearer ${token}` } });
    expectProblem(await ask('x', platform.ready.bearerToken), 401);
    expect((await ask(platform.ready.apiKey, 'x')).status).toBe(200);
  });
  it('refuses a forged token', async () => {
    const [, claims = ''] = platform.ready.bearerToken.split('.');
    const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.`;
    expectProblem(await raw('GET', `${P}/topics`, { headers: { authorization: `Bearer ${none}` } }), 401);
  });
  it('refuses another method and lists the allowed ones', async () => {
    const answer = await call('PUT', `${P}/topics`, {});
    expectProblem(answer, 405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
  });
  it('answers an unknown path', async () => expectProblem(await call('GET', '/v1/nothing'), 404));
  it('does not confuse verbs', async () => expectProblem(await call('PUT', `${P}/integrationsZZZ`, {}), 404));
  it('refuses an address with invalid encoding', async () =>
    expectProblem(await call('GET', '/v1/projects/%E0%A4%A/topics'), 400));
  it('refuses an unknown query parameter', async () =>
    expectProblem(await call('GET', `${P}/connections?color=red`), 400));
  it('has no search yet, and a proxy that wants to know for whom', async () => {
    expectProblem(await call('POST', '/search/v1/projects/demo/integrations/x/objects/y', {}), 404);
    expectProblem(await call('GET', '/proxy/contacts'), 400);
  });
  it('names line and path of every fault of a manifest, and changes nothing', async () => {
    const sourceYaml =
      'specVersion: 1.0.0\nintegrations:\n  - name: bad\n    provider: nowhere\n    read:\n      objects:\n        - objectName: a\n          schedule: "* * * * *"\n';
    const answer = await call('PUT', `${P}/integrations:batch`, { sourceYaml });
    expectProblem(answer, 422);
    const issues = answer.body['issues'] as { name: string; detail: string }[];
    expect(issues.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('integrations[0].provider'),
        expect.stringContaining('schedule'),
      ]),
    );
    for (const { detail } of issues) expect(detail).toMatch(/line \d+/);
    expect((await call('GET', `${P}/integrations`)).text).toBe('[]');
  });

  it.each([
    ['bytes that are not HTTP', 'garbage\r\n\r\n'],
    ['two lengths', 'POST /v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na'],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['no host', 'GET /v1/nothing HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('answers %s with a problem', async (_what, bytes) => {
    const answer = await sendRaw(new URL(platform.origin).port, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(answer).toContain('application/problem+json');
  });
});
