import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ProblemKind, problemKinds } from '../../lib/problem/kinds.ts';
import { aBuilder, type Builder } from '../support/builder.ts';
import { checkDeclared } from '../support/declared_answers.ts';
import { type Answer, request, startTestPlatform, type TestPlatform } from '../support/platform.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NO_ONE = '01890000-0000-7000-8000-000000000000';

describe('a problem', () => {
  let platform: TestPlatform;
  let builder: Builder;
  beforeAll(async () => {
    platform = await startTestPlatform();
    builder = aBuilder(platform);
  });
  afterAll(() => platform.stop());

  const kindOf = (answer: Answer) => String(answer.body['type']).split('/').at(-1) as ProblemKind;

  /** Properties of each problem from any source. */
  function expectWhole(answer: Answer, kind: ProblemKind, subsystem: string): void {
    const { body, headers } = answer;
    const row = problemKinds[kind];
    expect(answer.type).toBe('application/problem+json');
    expect([kindOf(answer), answer.status, body['subsystem']]).toEqual([kind, row.status, subsystem]);
    const type = `${platform.origin}/problems/${kind}`;
    expect(body).toMatchObject({ type, href: type, title: row.title, status: row.status });
    expect(String(body['requestId'])).toMatch(UUID);
    expect(body['instance']).toBe(`urn:uuid:${String(body['requestId'])}`);
    expect(headers.get('x-request-id')).toBe(body['requestId']);
    expect(Math.abs(Date.parse(String(body['time'])) - Date.now())).toBeLessThan(10_000);
    for (const sentence of [body['detail'], body['remedy']]) expect(sentence).toMatch(/\S\.$/);
    expect(body['retryable'] ?? false).toBe(row.retryable);
    expect(headers.get('cache-control')).toBe('no-store');
  }

  it.each([
    ['invalidArgument', 'api', 'POST', '/topics', { name: 7 }],
    ['invalidArgument', 'api', 'GET', '/connections?color=red', undefined],
    ['notFound', 'notifications', 'PATCH', `/topics/${NO_ONE}`, { name: 'a' }],
    ['notFound', 'installation', 'GET', `/connections/${NO_ONE}`, undefined],
    ['notFound', 'reads', 'GET', `/operations/${NO_ONE}`, undefined],
    ['methodNotAllowed', 'api', 'PUT', '/topics', {}],
    ['unprocessable', 'installation', 'PUT', '/integrations:batch', { sourceYaml: 'specVersion: 9.9.9\n' }],
  ] as const)('of kind %s, found by %s, says all there is to say', async (kind, subsystem, method, path, body) => {
    expectWhole(await builder.call(method, path, body), kind, subsystem);
  });

  it('is complete if the credential is missing, wrong, or of another project', async () => {
    const at = (headers: Record<string, string>, project = platform.ready.project.name) =>
      request(platform.origin, 'GET', `/v1/projects/${project}/topics`, { headers });
    expectWhole(await at({}), 'unauthenticated', 'api');
    expectWhole(await at({ 'x-api-key': 'cwk_wrong' }), 'unauthenticated', 'identity');
    expectWhole(await at({ authorization: 'Bearer a.b.c' }), 'unauthenticated', 'identity');
    expectWhole(await at({ 'x-api-key': platform.ready.apiKey }, 'other'), 'notFound', 'identity');
  });

  it('about a name in use does not name the owner', async () => {
    await builder.call('POST', '/topics', { name: 'taken' });
    expectWhole(await builder.call('POST', '/topics', { name: 'taken' }), 'alreadyExists', 'notifications');
  });

  it('about the input has an issue for each fault, with the value unless it may be a secret', async () => {
    const answer = await builder.call('POST', '/provider-apps', { provider: 7, clientId: '', clientSecret: '' });
    const type = `${platform.origin}/problems/invalidArgument`;
    expect(answer.body['issues']).toEqual([
      { in: 'body', name: 'provider', value: 7, detail: expect.any(String), title: 'Bad request', type },
    ]);
    const secret = await builder.call('POST', '/provider-apps', { provider: 'a', clientId: 'b', clientSecret: 4242 });
    expect(secret.body['issues']).toEqual([expect.objectContaining({ in: 'body', name: 'clientSecret' })]);
    expect(secret.text).not.toContain('4242');
  });

  it('about several parts of a request names each part', async () => {
    const { body } = await builder.call('GET', '/connections?color=red&size=2');
    expect(body['issues']).toEqual([expect.objectContaining({ in: 'query', name: 'color' })]);
  });

  it('has no body for HEAD, and the same headers', async () => {
    const { status, type, text } = await request(platform.origin, 'HEAD', '/v1/nothing');
    expect([status, type, text]).toEqual([404, 'application/problem+json', '']);
  });

  it.each(Object.keys(problemKinds) as ProblemKind[])('of kind %s is explained at its address', async (kind) => {
    const page = await request(platform.origin, 'GET', `/problems/${kind}`);
    expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain(`<h1>${problemKinds[kind].title}</h1>`);
    expect(page.text.replaceAll(/\s+/g, ' ').replaceAll('&#39;', "'")).toContain(problemKinds[kind].remedy);
    expect(page.text).toContain(`<p>${problemKinds[kind].status}. `);
  });

  it('links to its page by its type, and the pages to each other', async () => {
    const path = `/v1/projects/${platform.ready.project.name}`;
    const refusal = await request(platform.origin, 'GET', path);
    checkDeclared('GET', path, refusal);
    const page = await fetch(String(refusal.body['type']));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('X-Api-Key')]);
    const index = await request(platform.origin, 'GET', '/problems');
    for (const kind of Object.keys(problemKinds)) expect(index.text).toContain(`href="problems/${kind}"`);
    expect((await request(platform.origin, 'GET', '/problems/toString')).status).toBe(404);
  });
});
