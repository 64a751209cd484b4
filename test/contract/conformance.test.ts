import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadProviders, type Provider } from '../../connectors/engine/catalogue/providers.ts';
import { conformanceFaults } from '../../sandbox/lab/conformance/conformance.ts';
import { unservedObjects } from '../../sandbox/lab/conformance/served_objects.ts';
import { checkedBy, stranger } from '../../sandbox/lab/conformance/sign_in_faults.ts';
import { untimedLosses } from '../../sandbox/lab/conformance/untimed_losses.ts';
import { type Lab, startLab } from '../../sandbox/lab/lab.ts';

/** Four pages; the last one is not full. */
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

  it.each(names)('%s declares its behavior correctly and completely', async (name) => {
    expect(await conformanceFaults(lab, name)).toEqual([]);
  });
});

describe('a wrong key, a wrong password or other wrong values that a customer enters', () => {
  it('are refused at connecting by every provider that reads something; the others are not checked', async () => {
    const lab = await startLab({ records: RECORDS, usualPage: 3 });
    const entered = lab.names().filter((name) => !['oauth2', 'none'].includes(lab.provider(name).auth.type));
    const heard = await Promise.all(
      entered.map(async (name) => ({ name, said: await checkedBy(lab, name, stranger(lab, name)) })),
    );
    await lab.stop();
    expect(new Set(heard.map(({ said }) => said))).toEqual(new Set(['credentials', 'notChecked']));
    const unasked = heard.filter(({ said }) => said === 'notChecked').map(({ name }) => name);
    expect(unasked.filter((name) => lab.provider(name).support?.includes('read'))).toEqual([]);
    expect(heard.length).toBeGreaterThan(2 * unasked.length);
  });
});

describe('what the lab does not serve', () => {
  it('is listed by name, completely', async () => {
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

  it('finds no fault in a correct file', async () => {
    expect(await faultsOf({})).toEqual([]);
  });

  it.each<[string, Partial<Provider>]>([
    ['support lists read, which is not implemented', { objects: {} }],
    ['support does not list read', { support: [] }],
    ['support lists write, but the file has no `write` that does it', { support: ['read', 'write'] }],
    [
      'modules.crm.support lists subscribe, which is not implemented',
      { modules: { crm: { displayName: 'CRM', baseURL: 'https://acme.example', support: ['subscribe'] } } },
    ],
  ])('finds the fault when %s', async (fault, change) => {
    expect(await faultsOf(change)).toContain(fault);
  });

  it('finds the fault when a list does not arrive completely', async () => {
    const once: Provider['objects'] = { things: { path: '/things', paging: { kind: 'none' } } };
    const lab = await startLab({ providers: [acme], records: RECORDS, usualPage: 3 });
    // The lab serves pages, and the engine reads only the first: as if the file had no paging.
    const forgetful: Lab = { ...lab, provider: (name) => ({ ...lab.provider(name), objects: once }) };
    expect(await conformanceFaults(forgetful, 'acme').finally(() => lab.stop())).toEqual([
      expect.stringContaining('things: 3 of 10 records were read'),
    ]);
  });

  it('L5: finds the fault when the end of a list is not confirmed', async () => {
    const lab = await startLab({
      providers: [{ ...acme, reading: { ...acme.reading, paging: { kind: 'auto' } } }],
      records: RECORDS,
      usualPage: 3,
    });
    // A provider that names no next page.
    const silent: Lab = {
      ...lab,
      async send(request) {
        const answer = await lab.send(request);
        const { data } = JSON.parse(answer.text) as { data?: object[] };
        return data ? { ...answer, headers: {}, text: JSON.stringify({ data }) } : answer;
      },
    };
    expect(await conformanceFaults(silent, 'acme').finally(() => lab.stop())).toEqual(
      expect.arrayContaining([
        expect.stringContaining('things: 3 of 10 records were read'),
        'things: The response does not say whether there are more records.',
      ]),
    );
  });

  it('L6: finds the fault when a total differs from the number of records in the list', async () => {
    const reading = { ...acme.reading, total: 'count.all' };
    const lab = await startLab({ providers: [{ ...acme, reading }], records: RECORDS, usualPage: 3 });
    const boasting: Lab = {
      ...lab,
      async send(request) {
        const answer = await lab.send(request);
        return { ...answer, text: answer.text.replace('"all":10', '"all":1200') };
      },
    };
    expect(await conformanceFaults(boasting, 'acme').finally(() => lab.stop())).toEqual([
      'things: The provider counts 1200 records, but only 10 were read.',
    ]);
  });

  it('L7: finds the loss when `since` filters by a time that new records lack', async () => {
    const reading = { ...acme.reading, updatedAt: ['updated_at', 'created_at'], since: { param: 'updated_since' } };
    expect(await faultsOf({ reading })).toEqual([expect.stringMatching(/^things since: \d of \d+ records were read/)]);
    expect(await faultsOf({ reading: { ...reading, timedFromCreation: true } })).toEqual([]);
    expect(await faultsOf({ reading: { ...reading, since: { here: true } } })).toEqual([]);
  });

  it('L7: says what a filter by one time misses if new records lack it at first', async () => {
    const lossesOf = async (more: object) => {
      const reading = { ...acme.reading, updatedAt: 'updated_at', since: { param: 'updated_since' }, ...more };
      const objects = { things: { path: '/things' }, parts: { path: '/parts' } };
      const provider: Provider = { ...acme, reading, objects };
      const lab = await startLab({ providers: [provider], records: RECORDS, usualPage: 3, untimed: true });
      return untimedLosses(lab, 'acme').finally(() => lab.stop());
    };
    expect(await lossesOf({})).toEqual([
      expect.stringMatching(
        /^if new records have no updated_at at first, a filter by it misses [1-9] of \d+ things, [1-9] of \d+ parts$/,
      ),
    ]);
    expect(await lossesOf({ timedFromCreation: true })).toEqual([]);
    expect(await lossesOf({ since: { here: true } })).toEqual([]);
  });

  it('L7: is no fault of a file in a lab whose records have the time', async () => {
    const reading = { ...acme.reading, updatedAt: 'updated_at', since: { param: 'updated_since' } };
    expect(await faultsOf({ reading })).toEqual([]);
  });

  const WRITES: Partial<Provider> = {
    support: ['read', 'write', 'delete'],
    write: { create: {}, update: { method: 'PATCH' }, delete: {}, get: {} },
  };

  it.each<[string, Partial<Provider>]>([
    ['as the records are', {}],
    ['without a call for one record', { write: { ...WRITES.write, get: false } }],
    [
      'in a group',
      { reading: { ...acme.reading, flatten: ['properties'] }, write: { ...WRITES.write, wrap: 'properties' } },
    ],
    [
      'with required fields',
      { metadata: { path: '/{object}/fields', fields: 'all', required: 'must', types: { text: 'string' } } },
    ],
    [
      'below a parent',
      {
        objects: {
          teams: { path: '/teams', write: false },
          things: {
            path: '/teams/{parent.id}/things',
            each: 'teams',
            write: { at: '/teams/{record.team}/things', parents: ['team'] },
          },
        },
      },
    ],
    ['as updates only', { support: ['read', 'write'], write: { update: { method: 'PUT' } } }],
  ])('writes, reads back and deletes a record that is sent %s', async (_name, change) => {
    const lab = await startLab({ providers: [{ ...acme, ...WRITES, ...change }], records: RECORDS, usualPage: 3 });
    const faults = await conformanceFaults(lab, 'acme').finally(() => lab.stop());
    expect(faults).toEqual([]);
    const { create = 0, update = 0, delete: removed = 0 } = lab.control.writes('acme').done['things'] ?? {};
    expect([create, update, removed]).toEqual(change.support ? [0, 1, 0] : [1, 1, 1]);
  });

  it.each<[string, string, string]>([
    ['POST', '{"id":"nowhere"}', 'things create: the record that was created is not read'],
    ['POST', '{}', 'things create: the answer has no id'],
    ['PATCH', '{}', 'things update: the change is not read'],
    ['DELETE', '', 'things delete: the deleted record is still read'],
  ])('finds the fault when a provider answers a %s with %j and does nothing', async (method, text, fault) => {
    const lab = await startLab({ providers: [{ ...acme, ...WRITES }], records: RECORDS, usualPage: 3 });
    const idle: Lab = {
      ...lab,
      send: async (request) =>
        request.method === method
          ? { status: 200, headers: { 'content-type': 'application/json' }, text }
          : lab.send(request),
    };
    expect(await conformanceFaults(idle, 'acme').finally(() => lab.stop())).toContain(fault);
  });

  it('finds the fault when a write is refused', async () => {
    const lab = await startLab({ providers: [{ ...acme, ...WRITES }], records: RECORDS, usualPage: 3 });
    lab.control.addFault('acme', { kind: '412' });
    expect(await conformanceFaults(lab, 'acme').finally(() => lab.stop())).toEqual([
      'things create: Acme answered 412: The record was changed meanwhile. Read it again.',
    ]);
  });

  it('finds the fault when a provider accepts any credentials, or none', async () => {
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
