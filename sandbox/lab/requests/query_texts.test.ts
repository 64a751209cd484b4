import { afterEach, describe, expect, it } from '@jest/globals';
import type { Provider } from '../../../connectors/engine/file/provider.ts';
import { stringifyJson } from '../../../lib/json/json.ts';
import { labTarget, type ReadWish, readEverything } from '../conformance/read_everything.ts';
import { type Lab, startLab } from '../lab.ts';

const SINCE = '2025-11-17T12:00:00.000Z';
const UNTIL = '2025-12-15T12:00:00.000Z';

let lab: Lab;
afterEach(() => lab.stop());

describe('a provider of the lab that takes query texts', () => {
  it('finds any object by its name in the text, with and without conditions', async () => {
    const all = await reading({ objectName: 'Widget' });
    const some = await reading({ objectName: 'Widget', since: SINCE, until: UNTIL });
    expect(all.texts).toHaveLength(20);
    expect(all.texts[0]).toContain('acme/Widget');
    expect(all.texts).toEqual(all.expected);
    expect(some.texts.length).toBeGreaterThan(2);
    expect(some.texts.length).toBeLessThan(15);
    expect(some.texts).toEqual(some.expected);
  });

  it('distinguishes two lists of one text by where.always', async () => {
    expect((await reading({ objectName: 'words' })).texts[0]).toContain('acme/words');
    expect((await reading({ objectName: 'criteria' })).texts[0]).toContain('acme/criteria');
  });

  it('narrows by conditions in a list of lists', async () => {
    const { texts, expected } = await reading({ objectName: 'models', since: SINCE });
    expect(texts.length).toBeLessThan(20);
    expect(texts).toEqual(expected);
  });

  it('serves all fields at the path of whole', async () => {
    const { texts, expected } = await reading({ objectName: 'wide' });
    expect(texts).toHaveLength(20);
    expect(texts).toEqual(expected);
  });
});

async function reading(wish: ReadWish) {
  await lab?.stop();
  lab = await startLab({ providers: [acme], records: 20, usualPage: 9 });
  const { texts } = await readEverything(labTarget(lab, 'acme', wish), lab.send);
  return { texts, expected: lab.recordsOf('acme', wish.objectName, wish).map((record) => stringifyJson(record)) };
}

const where = { in: 'text', param: 'where', quote: 'soql', prefix: ' WHERE ' } as const;
const acme: Provider = {
  name: 'acme',
  displayName: 'Acme',
  baseURL: 'https://acme.example',
  auth: { type: 'none' },
  reading: { id: 'id', updatedAt: 'changed', paging: { kind: 'nextUrl', path: 'next' } },
  styles: {
    query: {
      path: '/query',
      query: { q: 'SELECT * FROM {object}{where} ROWS {size}' },
      pageSize: { in: 'text', param: 'size', default: 6 },
      where: { ...where, since: "changed > '{value}'", until: "changed <= '{value}'" },
    },
  },
  anyObject: 'query',
  objects: {
    criteria: 'query',
    words: { style: 'query', texts: { object: 'criteria' }, where: { ...where, always: "type = 'word'" } },
    models: {
      path: '/models',
      method: 'POST',
      body: { domain: [] },
      since: { append: 'domain', item: ['changed', '>', '{value}'], format: 'sqlUtc' },
      paging: { kind: 'offset', param: 'offset' },
    },
    wide: { path: '/narrow', fields: { param: 'fields' }, whole: { path: '/wide', fields: {} } },
  },
};
