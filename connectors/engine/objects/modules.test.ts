import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { Provider } from '../file/provider.ts';
import { readPage } from '../read/read.ts';

const provider: Provider = {
  ...aProvider({}, { reading: { path: '/v1/{object}', query: { of: 'us' } } }),
  modules: {
    mail: {
      displayName: 'Mail',
      baseURL: 'https://mail.acme.example/api',
      reading: {
        query: { box: 'in' },
        records: 'letters',
        paging: { kind: 'none' },
      },
      objects: { letters: {} },
    },
  },
};

describe('a module', () => {
  it('reads its objects at its own base URL, with its defaults over those of the provider', async () => {
    const send = scriptedSend({ body: { letters: [{ id: 1 }] } });
    const page = await readPage(aTarget({ provider, module: 'mail', objectName: 'letters' }), null, send, {
      now: Date.now,
    });
    expect(page.records.map(({ id }) => id)).toEqual(['1']);
    expect(send.requests[0]?.url).toBe('https://mail.acme.example/api/v1/letters?of=us&box=in');
  });

  it('leaves the other objects where they are', async () => {
    const send = scriptedSend({ body: { data: [{ id: 1 }] } });
    await readPage(aTarget({ provider, objectName: 'things' }), null, send, { now: Date.now });
    expect(send.urls()[0]?.origin).toBe('https://acme.example');
  });
});
