import { existsSync } from 'node:fs';
import process from 'node:process';
import { describe, expect, it } from '@jest/globals';
import { loadProviders } from '../../connectors/engine/catalogue/providers.ts';
import { assetPath } from '../../lib/assets/asset_path.ts';
import type { OutboundRequest } from '../../lib/http/outbound.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import { figureLines, figuresOf } from '../../scripts/replay/figures.ts';
import { type CaseResult, replayAll } from '../../scripts/replay/replay_all.ts';
import { type Exchange, isGoodWrite, loadCases, type ReplayCase } from '../../scripts/replay/replay_case.ts';
import { type RecordedWrite, writeOf } from '../../scripts/replay/write_selection.ts';
import { type Fault, faultsOf } from './planted_faults.ts';

/** Invented recordings; `expected` begins with a template's name or a connector's test. */
function written(
  request: Exchange['request'],
  response: Exchange['response'],
  { kind = 'action-write', object = '', ...expected }: ReplayCase['expected'] & { kind?: string; object?: string },
): ReplayCase {
  return {
    case: `${expected.provider}-${expected.template ?? kind}`,
    kind,
    object,
    quality: { class: 'recorded' },
    exchanges: [{ request, response }],
    expected: { ok: true, ...expected },
  };
}

const ticket = () =>
  written(
    {
      method: 'PUT',
      path: '/api/v2/tickets/71.json',
      query: {},
      headersSubset: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: { ticket: { subject: 'Boots', tags: ['a'], comment: { body: 'Hi', public: true } } },
    },
    { status: 200, headers: {}, body: { ticket: { id: 71, subject: 'Boots' } } },
    {
      provider: 'zendeskSupport',
      template: 'update-ticket',
      input: { ticketId: 71, subject: 'Boots' } as object,
      output: { id: 71 },
    },
  );

const account = () =>
  written(
    { method: 'POST', path: '/services/data/v59.0/sobjects/Account/', query: {}, body: { Name: 'Boots & Co' } },
    { status: 201, headers: {}, body: { id: '001B', success: true, errors: [] } },
    {
      provider: 'salesforce',
      template: 'create-record',
      input: { sObject: 'Account', record: { Name: 'Boots & Co' } } as object,
      output: { id: '001B' },
    },
  );

const customer = () =>
  written(
    {
      method: 'POST',
      path: '/admin/api/2025-10/graphql.json',
      query: {},
      body: {
        query: 'mutation Gone($who: ID!) { customerDelete(input: {id: $who}) { userErrors { code } } }',
        variables: { who: 'gid://shopify/Customer/7' },
      },
    },
    { status: 200, headers: {}, body: { data: { customerDelete: { deletedCustomerId: 'gid://shopify/Customer/7' } } } },
    { kind: 'delete', object: 'customers', provider: 'shopify', input: { RecordId: 'gid://shopify/Customer/7' } },
  );

/** Its body is a dummy. */
const task = () =>
  written(
    {
      method: 'PATCH',
      path: '/v2/tasks/t1',
      query: {},
      body: 'dummy',
      assertedBySource: { method: 'PATCH', headers: { Accept: 'application/json' } },
    },
    { status: 200, headers: {}, body: { data: { id: { workspace_id: 'w', task_id: 't1' }, content: 'Lace' } } },
    {
      kind: 'write',
      object: 'tasks',
      provider: 'attio',
      input: { RecordId: 't1', RecordData: 'dummy' },
      result: { recordId: 't1', data: { content: 'Lace' } },
      assertedByTest: 'same-as-result',
    },
  );

const refused = () =>
  written(
    { method: 'DELETE', path: '/articles/5', query: {}, headersSubset: { 'Intercom-Version': '2.11' } },
    { status: 422, headers: {}, body: { errors: [{ code: 'shoe_is_worn', message: 'It is worn' }] } },
    {
      kind: 'delete',
      object: 'articles',
      provider: 'intercom',
      ok: false,
      error: 'bad request',
      input: { RecordId: '5' },
    },
  );

const invented = () => [ticket(), account(), customer(), task(), refused()];
const run = async (replayCase: ReplayCase) => (await replayAll([replayCase]))[0] as CaseResult;
const requestOf = (replayCase: ReplayCase) => (replayCase.exchanges[0] as Exchange).request;

type Planted = { faults: Fault[]; unnoticed: string[] };

/** Plants each fault that fits in each case that passes. */
async function plantIn(cases: readonly ReplayCase[]): Promise<Planted> {
  const sent: OutboundRequest[] = [];
  await replayAll(cases, undefined, (send) => (request) => {
    sent.push(request);
    return send(request);
  });
  const planted = cases.flatMap((replayCase, at) =>
    faultsOf(writeOf(replayCase) as RecordedWrite, sent[at] as OutboundRequest).map((fault) => ({ replayCase, fault })),
  );
  const left = planted.map(({ fault }) => fault);
  const results = await replayAll(
    planted.map(({ replayCase }) => replayCase),
    undefined,
    (send) => hereOnly(left.shift() as Fault)(send),
  );
  const unnoticed = planted.filter((_one, at) => results[at]?.status !== 'failed');
  return {
    faults: planted.map(({ fault }) => fault),
    unnoticed: unnoticed.map(({ replayCase, fault }) => `${replayCase.case}: ${fault.name}`),
  };
}

/** The run that the fault was made from had another server. */
function hereOnly({ plant }: Fault): Fault['plant'] {
  return (send) => (request) => {
    const { origin } = new URL(request.url);
    return plant((changed) =>
      send({ ...changed, url: origin + changed.url.slice(new URL(changed.url).origin.length) }),
    )(request);
  };
}

describe('replay of invented writes', () => {
  it('passes what the engine writes as it was recorded, and says what differs on purpose', async () => {
    const results = await replayAll(invented());
    expect(results.map(({ status, expects, reason }) => [status, expects, reason])).toEqual([
      ['passed', 'records', expect.stringContaining('with and without .json')],
      ['passed', 'records', expect.stringContaining('version of the API')],
      ['passed', 'records', ''],
      ['passed', 'address', ''],
      ['passed', 'failure', ''],
    ]);
  });

  it('counts dummy bodies and what is not judged separately', async () => {
    const other = { ...ticket(), expected: { ...ticket().expected, template: 'merge-tickets' } };
    const figures = figuresOf(await replayAll([...invented(), other]));
    expect(figures.passed).toMatchObject({ byObject: 3, byAddress: 1, expectFailure: 1 });
    expect(figures.writes).toEqual({
      all: { judged: 5, agreed: 5, dummy: { judged: 1, agreed: 1 } },
      onPurpose: 2,
      byProvider: {
        attio: { judged: 1, agreed: 1, dummy: { judged: 1, agreed: 1 } },
        ...Object.fromEntries(
          ['intercom', 'salesforce', 'shopify', 'zendeskSupport'].map((name) => [
            name,
            { judged: 1, agreed: 1, dummy: { judged: 0, agreed: 0 } },
          ]),
        ),
      },
      byReason: { 'the action … is no create, update or delete of one record': 1 },
    });
    const lines = figureLines(figures);
    expect(lines.find((line) => line.includes('5 judged, 5 agreed'))).toContain('2 agree with a difference on purpose');
    expect(lines).toContain('  1 not judged: the action … is no create, update or delete of one record');
  });

  it('notices every planted fault', async () => {
    const { faults, unnoticed } = await plantIn(invented());
    expect(unnoticed).toEqual([]);
    expect(faults.length).toBeGreaterThan(100);
  });

  it.each<[string, (request: Exchange['request']) => unknown, string]>([
    ['method', (request) => Object.assign(request, { method: 'PATCH' }), 'asked PUT where PATCH was recorded'],
    ['path', (request) => Object.assign(request, { path: '/api/v2/requests/71' }), 'was recorded'],
    ['query', (request) => Object.assign(request, { query: { async: 'true' } }), 'query async is missing'],
    ['header', (request) => Object.assign(request, { headersSubset: { 'X-Shoe': '1' } }), 'the header X-Shoe: (none)'],
  ])('says which %s differs from the recorded one', async (_part, change, reason) => {
    const changed = ticket();
    change(requestOf(changed));
    expect(await run(changed)).toMatchObject({ status: 'failed', reason: expect.stringContaining(reason) });
  });

  it('fails for another record and for a success where the source fails', async () => {
    const record = task();
    (record.expected.result as { data: JsonObject }).data = { content: 'Sole' };
    expect(await run(record)).toMatchObject({ status: 'failed', reason: expect.stringContaining('another content') });
    const success = refused();
    Object.assign(success.exchanges[0]?.response ?? {}, { status: 200, body: { id: '5' } });
    expect(await run(success)).toMatchObject({ status: 'failed', reason: 'wrote where the source fails' });
  });

  it('does not judge what the file does not write', async () => {
    const changed = ticket();
    changed.expected.template = 'update-shoe';
    changed.expected.input = { shoeId: 71 } as object;
    expect(await run(changed)).toMatchObject({ status: 'unsupported', reason: 'its file has no update of shoe' });
  });
});

describe('the rule that selects the writes of one record', () => {
  const chosen = (template: string, input: JsonObject, body: Json = { name: 'N' }, output: JsonObject = {}) => {
    const one = written(
      { method: 'POST', path: '/x', body },
      { status: 200, body: { id: { shoe_id: 's9' } } },
      { provider: 'attio', template, input, output },
    );
    return writeOf(one);
  };

  it.each([['add-shoe'], ['upsert-shoe'], ['shoe-create'], ['update-shoe-by-external-id']])(
    'leaves out %s',
    (template) => {
      expect(chosen(template, { id: '1' })).toContain('is no create, update or delete of one record');
    },
  );

  it('leaves out what it cannot tell', () => {
    expect(chosen('update-shoe', { colour: 'red' })).toBe('its input names no id');
    expect(chosen('create-record', { colour: 'red' })).toBe('its input does not name the object');
    expect(chosen('create-shoe', {}, { tags: ['a'] })).toMatchObject({ record: { tags: ['a'] } });
    expect(chosen('create-shoe', { laces: [] }, { laces: [{ a: 1 }] })).toMatchObject({
      record: { laces: [{ a: 1 }] },
    });
    expect(chosen('create-shoe', {}, { inputs: [{ a: 1 }] })).toBe('its body writes several records');
    expect(chosen('create-shoe', {}, null)).toBe('the body of its request was not recorded');
    expect(chosen('create-shoe', {}, { query: 'query { shoes }' })).toBe('its body is a query that cannot be read');
    const twice = ticket();
    twice.exchanges.push(twice.exchanges[0] as Exchange);
    expect(writeOf(twice)).toBe('has not exactly one exchange');
  });

  it('unwraps the record, but not a key that the input has', () => {
    expect(chosen('create-shoe', { name: 'N' }, { shoe: { name: 'N' } })).toMatchObject({ record: { name: 'N' } });
    expect(chosen('create-shoe', {}, { data: { values: { a: 1 } } })).toMatchObject({ record: { a: 1 } });
    expect(chosen('create-shoe', { fields: {} }, { fields: { a: 1 } })).toMatchObject({ record: { fields: { a: 1 } } });
    expect(chosen('create-shoe', {}, { a: 1, b: { c: 2 } })).toMatchObject({ record: { a: 1, b: { c: 2 } } });
  });

  it('takes the ids from the input and the output', () => {
    for (const key of ['id', 'shoe_id', 'shoeId', 'shoe_gid', 'shoeIdOrKey', 'recordId', 'shoe'])
      expect(chosen('delete-shoe', { colour: 'red', [key]: 's1' })).toMatchObject({
        id: 's1',
        wantedId: 's1',
        record: {},
      });
    expect(chosen('create-shoe', {}, { a: 1 }, { id: 's9' })).toMatchObject({ id: undefined, wantedId: 's9' });
    expect(chosen('create-shoe', {}, { a: 1 }, { id: 'made up' })).toMatchObject({ wantedId: undefined });
  });

  it('takes a delete with a short answer for a good recording, a write only if it was recorded', () => {
    const short = { quality: { class: 'empty' } };
    expect(isGoodWrite({ ...customer(), ...short })).toBe(true);
    expect(isGoodWrite({ ...refused(), ...short })).toBe(false);
    expect(isGoodWrite({ ...task(), ...short })).toBe(false);
    expect(isGoodWrite(task())).toBe(true);
  });
});

/** The recordings are not part of the repository. */
const recordings = assetPath('../shared/replay');
describe('replay of the recorded writes', () => {
  const good = () => loadCases(recordings).filter(isGoodWrite);

  it('agrees with nine in ten of the writes that the files claim', async () => {
    if (!existsSync(recordings)) {
      process.stderr.write('Not run: replay of the recorded writes, because ../shared/replay does not exist.\n');
      return;
    }
    const { all, byProvider } = figuresOf(await replayAll(good())).writes;
    expect(Object.keys(byProvider).length).toBeGreaterThanOrEqual(9);
    expect(all.judged).toBeGreaterThanOrEqual(35);
    expect(all.dummy.judged).toBeLessThan(all.judged / 2);
    expect(all.agreed / all.judged).toBeGreaterThanOrEqual(0.95);
  });

  it('agrees with each file whose writes or deletes claim to be recorded', async () => {
    if (!existsSync(recordings)) {
      process.stderr.write('Not run: the claims of recorded writes, because ../shared/replay does not exist.\n');
      return;
    }
    const cases = good();
    const results = await replayAll(cases);
    const proven = results.flatMap(({ provider, status, expects }, at) => {
      const write = writeOf(cases[at] as ReplayCase);
      if (status !== 'passed' || expects !== 'records' || typeof write === 'string') return [];
      return [`${provider} ${write.type === 'delete' ? 'delete' : 'write'}`];
    });
    const claimed = loadProviders()
      .list()
      .flatMap(({ name, verified = {} }) =>
        (['write', 'delete'] as const).flatMap((what) => (verified[what] === 'recorded' ? [`${name} ${what}`] : [])),
      );
    expect(claimed.filter((claim) => !proven.includes(claim))).toEqual([]);
    expect(claimed.length).toBeGreaterThanOrEqual(12);
  });

  it('notices at least 95 % of the faults that are planted in them', async () => {
    if (!existsSync(recordings)) {
      process.stderr.write('Not run: faults in the recorded writes, because ../shared/replay does not exist.\n');
      return;
    }
    const cases = good();
    const results = await replayAll(cases);
    const { faults, unnoticed } = await plantIn(cases.filter((_one, at) => results[at]?.status === 'passed'));
    expect(faults.length).toBeGreaterThan(500);
    expect(unnoticed.length / faults.length).toBeLessThanOrEqual(0.05);
  });
});
