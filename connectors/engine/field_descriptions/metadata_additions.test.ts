import { describe, expect, it } from '@jest/globals';
import type { OutboundRequest } from '../../../lib/http/outbound.ts';
import { aProvider, aTarget } from '../../../test/support/read_pages.ts';
import { readMetadata } from '../fields/metadata.ts';
import type { Provider } from '../file/provider.ts';

type Metadata = NonNullable<Provider['metadata']>;

/** Answers by path; 404 for an unknown path. */
function provide(answers: Record<string, unknown>) {
  const asked: string[] = [];
  const send = async ({ url }: OutboundRequest) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    const body = answers[pathname];
    return body === undefined
      ? { status: 404, headers: {}, text: '{"message":"none"}' }
      : { status: 200, headers: {}, text: JSON.stringify(body) };
  };
  return { send, asked };
}

const target = (metadata: Metadata) => aTarget({ provider: aProvider({ metadata }) });

describe('fields with metadata at several endpoints', () => {
  const metadata: Metadata = {
    path: '/{object}/attributes',
    fields: 'data',
    name: 'slug',
    types: { text: 'string', select: 'singleSelect' },
    multiple: 'many',
    also: [
      { path: '/{object}', label: 'data.plural' },
      { path: '/shared', descriptions: 'data' },
      { path: '/{object}/attributes/{field}/options', ofTypes: ['select'], choices: { list: 'data', value: 'title' } },
    ],
  };

  it('get their choices from a separate endpoint, one call per select', async () => {
    const { send, asked } = provide({
      '/api/things/attributes': {
        data: [
          { slug: 'name', type: 'text' },
          { slug: 'stage', type: 'select', many: true },
        ],
      },
      '/api/things': { data: { plural: 'Things & more' } },
      '/api/shared': { data: [{ slug: 'shared', type: 'text' }] },
      '/api/things/attributes/stage/options': { data: [{ title: 'Won' }, { title: 'Lost' }] },
    });
    const { displayName, fields } = await readMetadata(target(metadata), send, Date.now());
    expect(displayName).toBe('Things & more');
    expect(Object.keys(fields)).toEqual(['name', 'stage', 'shared']);
    expect(fields['stage']).toMatchObject({
      valueType: 'multiSelect',
      providerType: 'select',
      values: [
        { value: 'Won', displayValue: 'Won' },
        { value: 'Lost', displayValue: 'Lost' },
      ],
    });
    expect(asked.filter((path) => path.endsWith('/options'))).toEqual(['/api/things/attributes/stage/options']);
  });

  it('come from the first endpoint if the others refuse', async () => {
    const { send } = provide({ '/api/things/attributes': { data: [{ slug: 'stage', type: 'select' }] } });
    const { displayName, fields } = await readMetadata(target(metadata), send, Date.now());
    expect([displayName, fields['stage']?.valueType, fields['stage']?.values]).toEqual([
      'Things',
      'singleSelect',
      undefined,
    ]);
  });
});

describe('fields that are described by name', () => {
  it('are named by the keys, under the group that holds them in records', async () => {
    const provider = aProvider(
      {},
      {
        objects: {
          'tables/{table}/rows': {
            path: '/tables/{table}/query',
            metadata: {
              path: '/tables/{table}',
              fields: 'columns',
              keyed: 'title',
              name: 'title',
              within: 'cells',
              types: { num: 'float' },
            },
          },
        },
      },
    );
    const { send, asked } = provide({ '/api/tables/a%20b': { columns: { 'My Price': { type: 'num' } } } });
    const { fields } = await readMetadata(aTarget({ provider, objectName: 'tables/a b/rows' }), send, Date.now());
    expect(asked).toEqual(['/api/tables/a%20b']);
    expect(fields["$['cells']['My Price']"]).toMatchObject({ displayName: 'My Price', valueType: 'float' });
  });

  it('get the prefix of their key in the record', async () => {
    const facts: Metadata = { path: '/custom', fields: '', name: 'id', prefix: 'custom.', label: 'name' };
    const { send } = provide({ '/api/custom': [{ id: 'cf_1', name: 'Size' }] });
    const { fields } = await readMetadata(target(facts), send, Date.now());
    expect(fields['custom.cf_1']?.displayName).toBe('Size');
  });
});
