import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { Provider } from '../file/provider.ts';
import { readPage } from '../read/read.ts';

async function urlOf(provider: Provider, objectName: string, variables: Record<string, string> = {}): Promise<string> {
  const send = scriptedSend({ body: { data: [] } });
  await readPage(aTarget({ provider, objectName, variables }), null, send, { now: Date.now });
  return send.requests[0]?.url ?? '';
}

describe('the URL of an object', () => {
  const shared = { records: 'data', paging: { kind: 'none' } } as const;
  const provider = aProvider(
    {},
    {
      reading: shared,
      styles: { elsewhere: { baseURL: 'https://calls.acme.example/v2' } },
      objects: {
        things: { path: '/things' },
        calls: { style: 'elsewhere', path: '/calls' },
        bills: { path: '/accounts/{{.account}}/bills', query: { owner: '{{.account}}' } },
      },
      modules: {
        mail: {
          displayName: 'Mail',
          baseURL: 'https://mail.acme.example',
          objects: { letters: { path: '/letters' } },
        },
      },
    },
  );

  it('has its own host if the object or its style declares one', async () => {
    expect(await urlOf(provider, 'things')).toBe('https://acme.example/api/things');
    expect(await urlOf(provider, 'calls')).toBe('https://calls.acme.example/v2/calls');
    expect(await urlOf(provider, '/v2/calls')).toBe('https://calls.acme.example/v2/calls');
  });

  it("is the module's base URL for the module's own objects only", async () => {
    const inMail = { ...provider, defaultModule: 'mail' };
    expect(await urlOf(inMail, 'letters')).toBe('https://mail.acme.example/letters');
    expect(await urlOf(inMail, 'things')).toBe('https://acme.example/api/things');
    expect(await urlOf({ ...inMail, reading: { ...shared, baseURL: 'https://one.acme.example' } }, 'letters')).toBe(
      'https://one.acme.example/letters',
    );
  });

  it("contains the connection's variables, each as one segment of the path or one query value", async () => {
    expect(await urlOf(provider, 'bills', { account: 'a/b?c=d&e' })).toBe(
      'https://acme.example/api/accounts/a%2Fb%3Fc%3Dd%26e/bills?owner=a%2Fb%3Fc%3Dd%26e',
    );
    await expect(urlOf(provider, 'bills', { account: '..' })).rejects.toMatchObject({ kind: 'badRequest' });
    await expect(urlOf(provider, 'bills')).rejects.toMatchObject({
      message: 'The connection has no value for the variable "account".',
    });
  });

  it("goes with headers that contain the connection's variables", async () => {
    const asking = aProvider(
      { method: 'POST', body: { place: { id: '{{.place}}', size: 3 } }, headers: { 'X-Place': '{{.place}}' } },
      { variables: [{ name: 'place' }] },
    );
    const send = scriptedSend({ body: { data: [] } });
    await readPage(aTarget({ provider: asking, variables: { place: 'x"y' } }), null, send, { now: Date.now });
    expect(send.requests[0]).toMatchObject({ headers: { 'X-Place': 'x"y' } });
    expect(JSON.parse(send.requests[0]?.body as string)).toEqual({ place: { id: 'x"y', size: 3 } });
  });
});
