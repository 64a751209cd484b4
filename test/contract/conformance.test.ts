import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadProviders, type Provider } from '../../connectors/engine/file/providers.ts';
import { conformanceFaults } from '../../sandbox/lab/conformance/conformance.ts';
import { unservedObjects } from '../../sandbox/lab/conformance/served_objects.ts';
import { type Lab, startLab } from '../../sandbox/lab/lab.ts';

/** Four pages, the last of them short. */
const RECORDS = 10;
const names = loadProviders()
  .list()
  .map(({ name }) => name);

describe('every provider file, served by the lab and read by the engine', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({ records: RECORDS, usualPage: 3 });
  });
  afterAll(() => lab.stop());

  it.each(names)(
    '%s does what it says and says what it does',
    async (name) => {
      expect(await conformanceFaults(lab, name)).toEqual([]);
    },
    60_000,
  );
});

describe('what the lab does not serve', () => {
  it('is known by name, and no more than that', async () => {
    const lab = await startLab();
    const unserved = lab
      .names()
      .flatMap((name) =>
        unservedObjects(lab.provider(name), lab.objectsOf(name)).map((object) => `${name} ${object.name}`),
      );
    await lab.stop();
    expect(unserved).toEqual(['airtable views']);
  });
});

describe('the conformance suite', () => {
  const acme: Provider = {
    name: 'acme',
    displayName: 'Acme',
    baseURL: 'https://acme.example',
    auth: { type: 'apiKey', in: 'header', name: 'X-Key' },
    support: ['read'],
    reading: { records: 'data', id: 'id', paging: { kind: 'cursor', path: 'next', param: 'cursor' } },
    objects: { things: { path: '/things' } },
  };

  async function faultsOf(change: Partial<Provider>): Promise<string[]> {
    const lab = await startLab({ providers: [{ ...acme, ...change }], records: RECORDS, usualPage: 3 });
    return conformanceFaults(lab, 'acme').finally(() => lab.stop());
  }

  it('has nothing to say of a file that keeps its word', async () => {
    expect(await faultsOf({})).toEqual([]);
  });

  it.each<[string, Partial<Provider>]>([
    ['support says read, which nothing implements', { objects: {} }],
    ['support does not say read', { support: [] }],
    ['support says write, which nothing implements', { support: ['read', 'write'] }],
    [
      'modules.crm.support says subscribe, which nothing implements',
      { modules: { crm: { displayName: 'CRM', baseURL: 'https://acme.example', support: ['subscribe'] } } },
    ],
  ])('says when %s', async (fault, change) => {
    expect(await faultsOf(change)).toContain(fault);
  });

  it('says when a list does not arrive whole', async () => {
    const once: Provider['objects'] = { things: { path: '/things', paging: { kind: 'none' } } };
    const lab = await startLab({ providers: [acme], records: RECORDS, usualPage: 3 });
    // The lab serves pages, and the engine takes the first for all: as if the file forgot how to go on.
    const forgetful: Lab = { ...lab, provider: (name) => ({ ...lab.provider(name), objects: once }) };
    expect(await conformanceFaults(forgetful, 'acme').finally(() => lab.stop())).toEqual([
      expect.stringContaining('things: 3 of 10 records arrived'),
    ]);
  });

  it('says when anybody is let in, or nobody', async () => {
    const lab = await startLab({ providers: [acme], records: RECORDS });
    const open: Lab = { ...lab, send: (request) => lab.send({ ...request, headers: { 'x-key': 'lab-key' } }) };
    expect(await conformanceFaults(open, 'acme')).toContain('sign-in: it let a stranger in');
    const shut: Lab = { ...lab, send: (request) => lab.send({ ...request, headers: {} }) };
    expect(await conformanceFaults(shut, 'acme')).toContainEqual(
      expect.stringContaining('sign-in: it answered the customer with'),
    );
    await lab.stop();
  });
});
