import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkDeclared } from '../support/declared_answers.ts';
import { type Answer, request, startTestPlatform, type TestPlatform } from '../support/platform.ts';

describe.each(['/v1/providers', '/v1/providers/hubspot'])('the catalogue at %s', (path) => {
  let platform: TestPlatform;
  let first: Answer;
  beforeAll(async () => {
    platform = await startTestPlatform();
    first = await get();
  });
  afterAll(() => platform.stop());

  async function get(headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
    const answer = await request(platform.origin, method, path, { headers });
    if (method === 'GET') checkDeclared(method, path, answer);
    return answer;
  }
  const tag = () => first.headers.get('etag') ?? '';

  it('needs no key, may be cached, and has a strong ETag', () => {
    expect(first.status).toBe(200);
    expect(tag()).toMatch(/^"[\w-]+"$/);
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+/);
  });

  it('is not sent again to a client with the current version', async () => {
    for (const held of [tag(), `W/${tag()}`, `"other", ${tag()}`, '*']) {
      const answer = await get({ 'if-none-match': held });
      expect([held, answer.status, answer.text]).toEqual([held, 304, '']);
      expect(answer.headers.get('etag')).toBe(tag());
      expect(answer.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
    }
  });

  it('is sent completely to a client with another version', async () => {
    for (const held of ['"other"', tag().slice(1, -1), '']) {
      const answer = await get({ 'if-none-match': held });
      expect([answer.status, answer.text]).toEqual([200, first.text]);
    }
  });

  it('has the same headers for HEAD, and no body', async () => {
    const answer = await get({}, 'HEAD');
    expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([200, '', tag()]);
    expect((await get({ 'if-none-match': tag() }, 'HEAD')).status).toBe(304);
  });

  it('has no ETag and may not be cached when it is a refusal', async () => {
    const absent = await request(platform.origin, 'GET', '/v1/providers/none');
    checkDeclared('GET', '/v1/providers/none', absent);
    expect([absent.status, absent.headers.get('etag'), absent.headers.get('cache-control')]).toEqual([
      404,
      null,
      'no-store',
    ]);
  });
});
