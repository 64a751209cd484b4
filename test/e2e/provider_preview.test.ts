import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asBuilder, startTestPlatform, type TestPlatform } from '../support/platform.ts';

type Preview = {
  objectNames: string[];
  objectName: string;
  calls: { method: string; url: string; status: number }[];
  records: Record<string, unknown>[];
};

describe('the preview of a provider', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform({ CAUSEWAY_SANDBOX: '1' });
  });
  afterAll(() => platform.stop());

  const preview = async (provider: string, query = '') => {
    const path = `/v1/projects/${platform.ready.project.name}/providers/${provider}/preview${query}`;
    return asBuilder(platform)('GET', path);
  };

  it('shows the calls of a read at the real address, page after page, and made-up records', async () => {
    const { status, body } = await preview('hubspot', '?objectName=contacts');
    expect(status).toBe(200);
    const { objectName, objectNames, calls, records } = body as unknown as Preview;
    expect(objectName).toBe('contacts');
    expect(objectNames).toEqual(expect.arrayContaining(['contacts', 'companies']));
    expect(calls.length).toBeGreaterThan(0);
    for (const { url, status: answered } of calls) {
      expect(url).toMatch(/^https:\/\/api\.hubapi\.com\//);
      expect(answered).toBe(200);
    }
    expect(records.length).toBeGreaterThan(0);
  });

  it('takes the first object when none is named', async () => {
    const { body } = await preview('stripe');
    const { objectName, objectNames } = body as unknown as Preview;
    expect(objectName).toBe(objectNames[0]);
  });

  it('says which object or provider was meant', async () => {
    const object = await preview('hubspot', '?objectName=contatcs');
    expect(object).toMatchObject({ status: 404, body: { remedy: 'Did you mean contacts?' } });
    const provider = await preview('hubpsot');
    expect(provider).toMatchObject({ status: 404, body: { remedy: expect.stringContaining('hubspot') } });
  });

  it('is refused where the operator allows no simulations', async () => {
    const closed = await startTestPlatform({ CAUSEWAY_SANDBOX: '0' });
    const path = `/v1/projects/${closed.ready.project.name}/providers/hubspot/preview`;
    const { status, body } = await asBuilder(closed)('GET', path);
    expect([status, String(body['remedy'])]).toEqual([422, expect.stringContaining('CAUSEWAY_SANDBOX')]);
    await closed.stop();
  });
});
