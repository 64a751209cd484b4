import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import { readMetadata } from '../fields/metadata.ts';
import type { Provider } from '../file/provider.ts';

function acme(more: Partial<Provider>): Provider {
  return {
    ...aProvider({}),
    knownFields: { things: { string: 'id name', datetime: 'seen_at', int: ['number of parts'] } },
    ...more,
  };
}

describe('known fields of a file', () => {
  it('are returned for an object without a metadata endpoint', async () => {
    const send = scriptedSend({ status: 500, body: {} });
    const { fields } = await readMetadata(aTarget({ provider: acme({}) }), send, Date.now());
    expect(Object.values(fields).map(({ fieldName, valueType }) => [fieldName, valueType])).toEqual([
      ['id', 'string'],
      ['name', 'string'],
      ['seen_at', 'datetime'],
      ['number of parts', 'int'],
    ]);
  });

  it('keep their types and are completed by the fields of a record', async () => {
    const send = scriptedSend({ body: { data: [{ id: 1, Name: 'Ann', own: true }] } });
    const { fields } = await readMetadata(aTarget({ provider: acme({}) }), send, Date.now());
    expect(fields).toMatchObject({ id: { valueType: 'string' }, own: { valueType: 'boolean' } });
    expect(fields['seen_at']).toMatchObject({ displayName: 'Seen At' });
  });

  it("are the module's, if it has any, and not the provider's", async () => {
    const modules = {
      beta: { displayName: 'Beta', baseURL: 'https://beta.acme.example', knownFields: { things: { date: 'day' } } },
    };
    const target = aTarget({ provider: acme({ modules }), module: 'beta' });
    const { fields } = await readMetadata(target, scriptedSend({ status: 500, body: {} }), Date.now());
    expect(Object.keys(fields)).toEqual(['day']);
  });

  it('do not hide a refusal of the credentials', async () => {
    const asked = readMetadata(aTarget({ provider: acme({}) }), scriptedSend({ status: 401, body: {} }), Date.now());
    await expect(asked).rejects.toMatchObject({ kind: 'credentials' });
  });
});
