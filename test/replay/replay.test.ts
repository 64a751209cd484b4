import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from '@jest/globals';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { figureLines, figuresOf, tallyOf } from '../../scripts/replay/figures.ts';
import { replayAll } from '../../scripts/replay/replay_all.ts';
import { isGoodCase, isGoodRead, loadCases, type ReplayCase } from '../../scripts/replay/replay_case.ts';

const invented = loadCases(assetPath('test/replay/fixtures'));
const named = (name: string) => structuredClone(invented.find((one) => one.case === name) as ReplayCase);
const run = async (replayCase: ReplayCase) => (await replayAll([replayCase]))[0];

describe('replay of invented recordings', () => {
  it('passes reads that match the source, and counts the others separately', async () => {
    const results = await replayAll(invented);
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(tallyOf(results)).toEqual({ passed: 7, failed: 0, unsupported: 2 });
  });

  it('tells apart how much a pass proves, and ends with one plain line', async () => {
    const results = await replayAll(invented);
    const figures = figuresOf(results);
    const { byObject, byPath, expectNothing, expectFailure } = figures.passed;
    expect(byObject + byPath + expectNothing + expectFailure).toBe(figures.all.passed);
    expect(expectFailure).toBe(
      results.filter(({ expects, status }) => expects === 'failure' && status === 'passed').length,
    );
    const lines = figureLines(figures);
    expect(lines.at(-1)).toBe('7 passed, 0 failed, 2 unsupported');
    expect(lines).toContain('By kind');
    for (const provider of new Set(results.map((one) => one.provider)))
      expect(lines.some((line) => line.startsWith(`  ${provider} `))).toBe(true);
  });

  it('says that a read by a raw path is none by the object of the file', async () => {
    const changed = named('stripe-two-pages');
    for (const { request } of changed.exchanges) request.path = '/v3/all/clients';
    changed.object = 'all clients';
    expect(await run(changed)).toMatchObject({ asked: 'path' });
    expect(await run(named('stripe-two-pages'))).toMatchObject({ asked: 'object', expects: 'records' });
  });

  it('says that the file reads an object elsewhere than was recorded', async () => {
    const changed = named('stripe-two-pages');
    for (const { request } of changed.exchanges) request.path = '/v3/all/clients';
    expect(await run(changed)).toMatchObject({
      reason: expect.stringContaining('the file disagrees with the recording'),
    });
  });

  it('skips cases that are not recorded reads, unless all are requested', () => {
    expect(invented.filter(isGoodRead)).toHaveLength(4);
  });

  it('fails when a field is described differently', async () => {
    const changed = named('hubspot-fields');
    const answer = changed.exchanges[0]?.response.body as { results: { label: string }[] } | undefined;
    Object.assign(answer?.results[0] ?? {}, { label: 'Another' });
    expect(await run(changed)).toMatchObject({ status: 'failed', reason: expect.stringContaining('displayName') });
  });

  it('fails when a field is created differently, or a request is missing', async () => {
    const changed = named('hubspot-makes-a-field');
    const asserted = changed.exchanges[1]?.request.assertedBySource?.body as { inputs: { type: string }[] } | undefined;
    Object.assign(asserted?.inputs[0] ?? {}, { type: 'string' });
    expect(await run(changed)).toMatchObject({ status: 'failed' });
    const more = named('salesforce-refuses-a-field');
    const [exchange] = more.exchanges;
    if (exchange) more.exchanges.push({ ...exchange, request: { method: 'GET', path: '/services/oauth2/userinfo' } });
    expect(await run(more)).toMatchObject({ status: 'failed', reason: expect.stringContaining('never asked GET') });
  });

  it('fails when a record is missing', async () => {
    const changed = named('stripe-two-pages');
    changed.expected.models?.['Customer']?.records?.push({ id: 'cus_d' });
    expect(await run(changed)).toMatchObject({ status: 'failed', reason: expect.stringContaining('missing (cus_d)') });
  });

  it('fails when a record arrives twice', async () => {
    const changed = named('stripe-two-pages');
    const second = changed.exchanges[1]?.response.body as { data: { id: string }[] };
    second.data.push({ id: 'cus_a' });
    expect(await run(changed)).toMatchObject({ status: 'failed', reason: expect.stringContaining('twice (cus_a)') });
  });

  it('fails when the read requests a page that was never recorded', async () => {
    const changed = named('stripe-two-pages');
    changed.exchanges.pop();
    expect(await run(changed)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('beyond the recorded'),
    });
  });

  it('fails when the read stops before the source does', async () => {
    const changed = named('zendesk-links-to-itself');
    const first = changed.exchanges[0]?.response.body as { meta: { has_more: boolean } };
    first.meta.has_more = false;
    expect(await run(changed)).toMatchObject({ status: 'failed', reason: expect.stringContaining('missing') });
  });

  it('fails when the request lacks a value that the source asserts', async () => {
    const changed = named('zendesk-links-to-itself');
    Object.assign(changed.exchanges[0]?.request.assertedBySource?.query ?? {}, { sort: 'name' });
    expect(await run(changed)).toMatchObject({ status: 'failed', reason: expect.stringContaining('asserts name') });
  });

  it('L12: fails when the request lacks a query key of the recorded one', async () => {
    const changed = named('stripe-two-pages');
    for (const { request } of changed.exchanges) request.query = { ...request.query, filterType: 'id' };
    expect(await run(changed)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('no query filterType, which the recorded request has'),
    });
  });

  it('L12: does not pass an object that its file calls unreadable', async () => {
    const leads = { method: 'GET', path: '/rest/v1/leads.json', query: { filterType: 'id', filterValues: '1' } };
    const changed: ReplayCase = {
      case: 'marketo-leads',
      kind: 'read',
      object: 'leads',
      exchanges: [{ request: leads, response: { status: 200, body: { success: true, result: [{ id: 1 }] } } }],
      expected: { provider: 'marketo', input: { ObjectName: 'leads' }, rows: 1, done: true },
    };
    expect(await run(changed)).toMatchObject({
      status: 'unsupported',
      reason: expect.stringContaining('"leads" of Marketo cannot be read. Marketo lists it only by the values'),
    });
  });

  it('fails when a failure is classified differently', async () => {
    const changed = named('stripe-key-is-refused');
    (changed.exchanges[0] as { response: { status: number } }).response.status = 429;
    expect(await run(changed)).toMatchObject({ status: 'failed', reason: expect.stringContaining('rateLimit') });
  });
});

/** The recordings are not part of the repository. */
const recordings = assetPath('../shared/replay');
describe('replay of the recorded cases', () => {
  it('passes more than nine in ten of the real reads', async () => {
    if (!existsSync(recordings)) {
      process.stderr.write('Not run: replay of the recorded cases, because ../shared/replay does not exist.\n');
      return;
    }
    const cases = loadCases(recordings).filter(isGoodRead);
    const { passed } = tallyOf(await replayAll(cases));
    expect(passed / cases.length).toBeGreaterThanOrEqual(0.94);
  });

  it('describes and creates fields like the recorded HubSpot, Salesforce and Zendesk connectors', async () => {
    if (!existsSync(recordings)) {
      process.stderr.write('Not run: replay of the recorded fields, because ../shared/replay does not exist.\n');
      return;
    }
    const kinds = ['metadata', 'upsertMetadata'];
    const hubspotAndSalesforce = ['hubspot', 'salesforce'].flatMap((name) => casesOf(name));
    const cases = [...hubspotAndSalesforce, ...casesOf('zendeskSupport').filter(isGoodCase)].filter(({ kind }) =>
      kinds.includes(kind),
    );
    const results = await replayAll(cases);
    expect(results.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect(results.length).toBeGreaterThanOrEqual(12);
  });
});

const casesOf = (name: string) => loadCases(join(recordings, `${name}.jsonl`));
