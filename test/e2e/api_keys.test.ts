import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { looksLikeApiKey, newApiKey } from '../../lib/crypto/api_key.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { type Answer, startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';

type ApiKey = { key: string; label: string; scopes: string[]; projectId: string; active: boolean };

describe('API keys', () => {
  let platform: TestPlatform;
  let builder: Builder;
  beforeAll(async () => {
    platform = await startTestPlatform();
    builder = aBuilder(platform);
  });
  afterAll(() => platform.stop());

  const create = async (body: unknown) => succeeded<ApiKey>(await builder.call('POST', '/api-keys', body));
  const patch = (key: string, updateMask: string[], apiKey: unknown) =>
    builder.call('PATCH', `/api-keys/${key}`, { updateMask, apiKey });
  const as = (key: string) =>
    aBuilder({ origin: platform.origin, ready: { apiKey: key, project: platform.ready.project } });

  it('are created with a recognizable, working value, with full access by default', async () => {
    const { key, ...made } = await create({ label: 'server' });
    expect(made).toEqual({ label: 'server', scopes: ['full'], projectId: platform.ready.project.id, active: true });
    expect(looksLikeApiKey(key)).toBe(true);
    expect((await as(key).call('GET', '/topics')).status).toBe(200);
    const browser = await create({ label: 'browser', scopes: ['frontend'] });
    expect(browser.scopes).toEqual(['frontend']);
    expect((await as(browser.key).call('GET', '/integrations')).status).toBe(200);
    expect((await as(browser.key).call('GET', '/topics')).status).toBe(403);
  });

  it('are listed with their values, all of them or the active ones', async () => {
    const made = await create({ label: 'listed' });
    expect(await builder.get('/api-keys')).toEqual(expect.arrayContaining([made]));
    expect(await builder.get(`/api-keys/${made.key}`)).toEqual(made);
    succeeded(await patch(made.key, ['active'], { active: false }));
    const keysOf = async (query: string) => (await builder.get<ApiKey[]>(`/api-keys${query}`)).map(({ key }) => key);
    expect(await keysOf('')).toContain(made.key);
    expect(await keysOf('?active=false')).toContain(made.key);
    expect(await keysOf('?active=true')).not.toContain(made.key);
  });

  it('change only in what the mask names', async () => {
    const { key, ...made } = await create({ label: 'before' });
    const answer = succeeded(
      await patch(key, ['label', 'scopes'], { label: 'after', scopes: ['frontend'], active: false }),
    );
    expect(answer).toEqual({ ...made, key, label: 'after', scopes: ['frontend'] });
    expect(await builder.get(`/api-keys/${key}`)).toEqual(answer);
  });

  it('refuse a mask without its value', async () => {
    const { key } = await create({ label: 'masked' });
    expect(await patch(key, ['active'], { label: 'x' })).toMatchObject({ status: 422, body: { remedy: /active/ } });
  });

  it.each([
    [{}],
    [{ label: '' }],
    [{ label: 'x'.repeat(192) }],
    [{ label: 'x', scopes: [] }],
    [{ label: 'x', scopes: ['everything'] }],
    [{ label: 'x', scopes: ['full', 'full'] }],
    [{ label: 'x', key: 'cwk_mine' }],
  ])('are not created from %j', async (body) =>
    expect((await builder.call('POST', '/api-keys', body)).status).toBe(400),
  );

  it('are refused as soon as they are deactivated, and accepted again after activation', async () => {
    const { key } = await create({ label: 'switched' });
    expect((await as(key).call('GET', '')).status).toBe(200);
    succeeded(await patch(key, ['active'], { active: false }));
    expect((await as(key).call('GET', '')).status).toBe(401);
    succeeded(await patch(key, ['active'], { active: true }));
    expect((await as(key).call('GET', '')).status).toBe(200);
    expect(await builder.call('DELETE', `/api-keys/${key}`)).toMatchObject({ status: 204, text: '' });
    expect((await as(key).call('GET', '')).status).toBe(401);
  });

  it('cannot remove their own access', async () => {
    const { key } = await create({ label: 'own' });
    const own = (method: string, body?: unknown) => as(key).call(method, `/api-keys/${key}`, body);
    const refusals = await Promise.all([
      own('DELETE'),
      own('PATCH', { updateMask: ['active'], apiKey: { active: false } }),
      own('PATCH', { updateMask: ['scopes'], apiKey: { scopes: ['frontend'] } }),
    ]);
    for (const { status, body } of refusals) expect([status, body['remedy']]).toEqual([409, expect.any(String)]);
    expect((await own('PATCH', { updateMask: ['label'], apiKey: { label: 'still here' } })).status).toBe(200);
    expect((await builder.call('DELETE', `/api-keys/${key}`)).status).toBe(204);
  });

  it('of another project answer like missing ones, for every method', async () => {
    const rival = await addProject(platform, 'rival');
    const masks = { updateMask: ['label'], apiKey: { label: 'x' } };
    for (const [method, body] of [['GET'], ['PATCH', masks], ['DELETE']] as const) {
      const answers = await Promise.all(
        [rival.ready.apiKey, newApiKey(), 'cwk_x', 'x'.repeat(64)].map((key) =>
          builder.call(method, `/api-keys/${key}`, body),
        ),
      );
      for (const { status, body: problem } of answers)
        expect([status, problem['detail']]).toEqual([404, 'There is no such API key.']);
    }
    expect((await aBuilder(rival).call('GET', '')).status).toBe(200);
  });

  it('appear in no log and no problem', async () => {
    const { key } = await create({ label: 'secret' });
    const answers: Answer[] = [
      await builder.call('PATCH', `/api-keys/${key}`, { updateMask: ['nothing'], apiKey: {} }),
      await builder.call('POST', `/api-keys/${key}`),
      await builder.call('GET', `/api-keys/${key}${key}`),
      await builder.call('GET', `/api-keys/${key}?x=1`),
      await builder.call('GET', `/api-keys/${key}/x`),
      await as(key).call('DELETE', `/api-keys/${key}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 405, 400, 400, 404, 409]);
    for (const { text } of answers) expect(text).not.toContain(key.slice(4, 36));
    expect(platform.log()).not.toContain(key.slice(4, 36));
  });
});
