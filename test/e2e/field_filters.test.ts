import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder } from '../support/builder.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { type ScriptedProvider, startScriptedProvider } from '../support/scripted_provider.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

type Delivered = { mappedFields: Record<string, unknown>; raw: Record<string, unknown> };
type Filter = { fieldName: string; operator?: string; value?: unknown };

const RECORDS = 40;
const filtersOf = (filters: Filter[]) => filters.map((filter) => ({ operator: 'eq', ...filter }));

describe('field filters', () => {
  const providersDir = mkdtempSync(join(tmpdir(), 'causeway-providers-'));
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let org: ScriptedProvider;
  let receiver: Receiver;
  let integrationId: string;
  let all: Delivered[];
  let groups = 0;

  beforeAll(async () => {
    const filtering = {
      name: 'filtering',
      displayName: 'Filtering',
      baseURL: '{{.baseUrl}}',
      auth: { type: 'apiKey', in: 'header', name: 'X-Key' },
      variables: [{ name: 'baseUrl' }],
      support: ['read'],
      objects: {
        things: {
          path: '/things',
          records: 'data',
          id: 'id',
          paging: { kind: 'none' },
          filters: { param: 'where[{field}]', only: ['city'] },
        },
      },
    };
    writeFileSync(join(providersDir, 'filtering.yaml'), stringify(filtering));
    [sandbox, org, receiver, platform] = await Promise.all([
      startSandbox({ records: RECORDS }),
      startScriptedProvider(),
      startReceiver(),
      startTestPlatform({ CAUSEWAY_PROVIDERS_DIR: providersDir }),
    ]);
    builder = aBuilder(platform);
    await builder.addDestination('main', receiver);
    integrationId = await builder.deploy({
      name: 'crm',
      read: {
        objects: [
          {
            objectName: 'contacts',
            destination: 'main',
            schedule: '0 0 1 1 *',
            backfill: { defaultPeriod: { fullHistory: true } },
            requiredFields: [{ fieldName: 'id' }],
            optionalFields: [{ fieldName: 'stage', mapToName: 'phase' }],
          },
        ],
      },
    });
    ({ records: all } = await readWith({ selectedFieldsAuto: 'all' }));
  });

  afterAll(async () => {
    await platform.stop();
    await Promise.all([receiver.stop(), sandbox.stop(), org.stop()]);
    rmSync(providersDir, { recursive: true, force: true });
  });

  async function deliveredBy(operationId: string): Promise<Delivered[]> {
    const { metadata, status } = await builder.finished(operationId);
    expect(status).toBe('success');
    const bodies = () => receiver.messages.map(({ body }) => body).filter((body) => body.includes(operationId));
    const records = () => bodies().flatMap((body) => (JSON.parse(body) as { result?: Delivered[] }).result ?? []);
    await receiver.waitFor(() => records().length >= metadata.progress.recordsProcessed, 10_000);
    return records();
  }

  /** The records that a new group with this config gets from a triggered read, and the log of that read. */
  async function readWith(config: Record<string, unknown>) {
    const groupRef = `group-${++groups}`;
    await builder.connect(sandbox, groupRef);
    const installationId = await builder.installed(integrationId, groupRef, { contacts: config });
    const id = await builder.trigger(integrationId, 'contacts', groupRef);
    const records = await deliveredBy(id);
    return { records, installationId, log: (await builder.logs(id)).map(({ message }) => message.msg) };
  }

  const idsOf = (records: readonly Delivered[]) => records.map(({ raw }) => String(raw['id'])).sort();
  const idsWhere = (holds: (raw: Record<string, unknown>) => boolean) => idsOf(all.filter(({ raw }) => holds(raw)));

  it('drop records here if the provider cannot filter, and the log says so', async () => {
    const expected = idsWhere(({ city, active }) => city === 'Oslo' && active === true);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(RECORDS);
    const { records, log } = await readWith({
      selectedFieldsAuto: 'all',
      fieldFilters: filtersOf([
        { fieldName: 'CITY', value: 'Oslo' },
        { fieldName: 'active', value: true },
      ]),
    });
    expect(idsOf(records)).toEqual(expected);
    expect(log).toContain('Causeway filters the responses by CITY, active.');
  });

  it('compare numbers by value with all digits, and compare nested fields', async () => {
    const one = all[7]?.raw as { score: number; owner: { name: string } };
    const { records } = await readWith({
      fieldFilters: filtersOf([
        { fieldName: 'score', value: one.score },
        { fieldName: "$['owner']['name']", value: one.owner.name },
      ]),
    });
    expect(idsOf(records)).toEqual(
      idsWhere(({ score, owner }) => score === one.score && (owner as { name: string }).name === one.owner.name),
    );
    const near = await readWith({
      fieldFilters: filtersOf([{ fieldName: 'big_number', value: 12345678901234567000 }]),
    });
    expect(near.records).toEqual([]);
  });

  it('may use the mapped names of the builder', async () => {
    const { records } = await readWith({
      selectedFields: { stage: true },
      selectedValueMappings: { phase: { NEW: 'lead' } },
      fieldFilters: filtersOf([{ fieldName: 'phase', value: 'NEW' }]),
    });
    expect(idsOf(records)).toEqual(idsWhere(({ stage }) => stage === 'lead'));
    expect(new Set(records.map(({ mappedFields }) => mappedFields['phase']))).toEqual(new Set(['NEW']));
  });

  it('apply to a backfill too, unless it has its own filters', async () => {
    const backfillOf = async (config: Record<string, unknown>) => {
      const { installationId } = await readWith(config);
      const operations = await builder.listOperations(integrationId, installationId);
      const ids = operations.map(({ id }) => id);
      const types = await Promise.all(ids.map(async (id) => ({ id, log: await builder.logs(id) })));
      const found = await Promise.all(types.map(async ({ id }) => ({ id, records: await deliveredBy(id) })));
      const isBackfill = (id: string) =>
        receiver.messages.some(({ body }) => body.includes(id) && body.includes('"readType":"backfill"'));
      return found.filter(({ id }) => isBackfill(id)).flatMap(({ records }) => records);
    };
    const fieldFilters = filtersOf([{ fieldName: 'city', value: 'Oslo' }]);
    expect(idsOf(await backfillOf({ fieldFilters }))).toEqual(idsWhere(({ city }) => city === 'Oslo'));
    const own = { fieldFilters: filtersOf([{ fieldName: 'active', value: false }]) };
    expect(
      idsOf(await backfillOf({ fieldFilters, backfill: { defaultPeriod: { fullHistory: true }, ...own } })),
    ).toEqual(idsWhere(({ active }) => active === false));
    expect(
      await backfillOf({ fieldFilters, backfill: { defaultPeriod: { fullHistory: true }, fieldFilters: [] } }),
    ).toHaveLength(RECORDS);
  });

  it('are sent to a provider that supports them, whose result is trusted; the rest is filtered here', async () => {
    org.answer(() => ({ text: '{"data":[{"id":1,"city":"Bergen","age":4},{"id":2,"city":"Bergen","age":5}]}' }));
    await builder.connect(org, 'pushing', { provider: 'filtering', apiKey: 'k' });
    const pushing = await builder.deploy({
      name: 'pushing',
      provider: 'filtering',
      read: { objects: [{ objectName: 'things', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    });
    const fieldFilters = filtersOf([
      { fieldName: 'city', value: "O'slo & Co" },
      { fieldName: 'age', value: 5 },
    ]);
    await builder.installed(pushing, 'pushing', { things: { fieldFilters } }, { provider: 'filtering' });
    const id = await builder.trigger(pushing, 'things', 'pushing');
    expect(idsOf(await deliveredBy(id))).toEqual(['2']);
    expect(org.asked.at(-1)?.path).toBe(`/things?${new URLSearchParams({ 'where[city]': "O'slo & Co" })}`);
    const log = (await builder.logs(id)).map(({ message }) => message.msg);
    expect(log).toContain('The provider filters by city.');
    expect(log).toContain('Causeway filters the responses by age.');
  });

  it.each([
    ['another operator', [{ fieldName: 'city', operator: 'gt', value: 'a' }]],
    [
      'two conditions on a field',
      [
        { fieldName: 'city', value: 'a' },
        { fieldName: 'City', value: 'b' },
      ],
    ],
    ['a value that is a list', [{ fieldName: 'city', value: ['a'] }]],
    ['an invalid path', [{ fieldName: "$['owner'", value: 'a' }]],
  ])('are refused with %s', async (_what, filters) => {
    const { status, body } = await builder.install(integrationId, 'group-1', {
      contacts: { fieldFilters: filtersOf(filters) },
    });
    expect([status, JSON.stringify(body['issues'])]).toEqual([422, expect.stringContaining('fieldFilters')]);
  });

  it('may match fields without a value', async () => {
    const selectedFieldsAuto = 'all';
    const { records } = await readWith({ selectedFieldsAuto, fieldFilters: filtersOf([{ fieldName: 'nowhere' }]) });
    expect(records).toHaveLength(RECORDS);
    const { log } = await readWith({
      selectedFieldsAuto,
      fieldFilters: filtersOf([{ fieldName: 'nowhere', value: 'x' }]),
    });
    expect(log).toContain('Inferred: no record of a page has the filtered field nowhere.');
  });

  it('are refused at once if the provider refuses the field', async () => {
    const fieldFilters = filtersOf([{ fieldName: 'nowhere', value: 'x' }]);
    const { status, body } = await builder.install(integrationId, 'group-1', { contacts: { fieldFilters } });
    expect([status, JSON.stringify(body['causes'])]).toEqual([422, expect.stringContaining('nowhere')]);
  });
});
