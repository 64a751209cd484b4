import { describe, expect, it } from '@jest/globals';
import { ANSWER_LIMITS, type AnswerLimits } from '../../../lib/http/answer_limits.ts';
import type { OutboundResponse } from '../../../lib/http/outbound.ts';
import { longestHold } from '../../../testbed/held_loop.ts';
import type { ObjectPlan } from '../file/object_plan.ts';
import type { Format } from '../file/paging_facts.ts';
import type { Provider } from '../file/provider.ts';
import { exchange } from './exchange.ts';
import { ProviderFailure } from './failure.ts';
import { rawRecords } from './record_list.ts';

const provider = { name: 'acme', displayName: 'Acme' } as Provider;
const request = { method: 'GET', url: 'https://acme.example/contacts' };

function ask(text: string, format?: Format, how: Partial<OutboundResponse> = {}) {
  const response = { status: 200, headers: {}, text, ...how };
  return exchange(provider, request, async () => response, 0, format);
}

async function failure(text: string, format?: Format, limits: AnswerLimits = ANSWER_LIMITS): Promise<ProviderFailure> {
  const error: unknown = await ask(text, format, { limits }).catch((err: unknown) => err);
  expect(error).toBeInstanceOf(ProviderFailure);
  return error as ProviderFailure;
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const lists = (count: number, length: number) => `[${new Array(count).fill(`[${'1.0,'.repeat(length - 1)}1.0]`)}]`;
const tags = (levels: number) => `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`;

describe('limits of a provider answer', () => {
  it('S11: refuses a page nested 100,000 deep by name, as a failure that is not retried', async () => {
    const refused = await failure(deep(100_000));
    expect(refused).toMatchObject({ kind: 'badRequest', isTemporary: false, exceeded: 'depth' });
    expect(refused.message).toBe(
      'Acme sent an answer that is nested deeper than 200 levels, so it was not read. If the answer is right, raise CAUSEWAY_ANSWER_MAX_DEPTH.',
    );
  });

  it('S11: refuses XML and NDJSON that are nested as deep', async () => {
    await expect(failure(tags(100_000), 'xml')).resolves.toMatchObject({ isTemporary: false, exceeded: 'depth' });
    await expect(failure(`{}\n${deep(100_000)}`, 'ndjson')).resolves.toMatchObject({ exceeded: 'depth' });
  });

  it.each<[Format, string]>([
    ['json', `[${'1.0,'.repeat(2_000)}1]`],
    ['ndjson', '{}\n'.repeat(2_000)],
    ['ndjson', '1\n'.repeat(2_000)],
    ['csv', `a\n${'1,'.repeat(2_000)}`],
    ['csv', `{"${',"'.repeat(2_000)}`],
    ['xml', `<a>${'<b/>'.repeat(2_000)}</a>`],
  ])('S1: refuses %s with too many values before it is parsed', async (format, text) => {
    const refused = await failure(text, format, { ...ANSWER_LIMITS, values: 1_000 });
    expect(refused).toMatchObject({ kind: 'badRequest', isTemporary: false, exceeded: 'values' });
    expect(refused.message).toContain('Acme sent more than 1000 values in one answer');
    expect(refused.message).toContain('CAUSEWAY_ANSWER_MAX_VALUES');
  });

  const keys = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [i, i])));
  it.each<[string, Format, (count: number) => string]>([
    ['list', 'json', (count) => JSON.stringify(new Array(count).fill(1))],
    ['object', 'json', keys],
    ['object of a line', 'ndjson', keys],
  ])('S12: refuses a %s with too many members by name', async (_what, format, made) => {
    const text = (count: number) => `{"a":${made(count)}}`;
    const { message } = await failure(text(100_001), format);
    expect(message).toBe(
      'Acme sent a list or an object of more than 100000 members, so it was not read. Ask for less at a time (a smaller pageSize, fewer fields), or raise CAUSEWAY_RECORD_MAX_VALUES.',
    );
    expect((await ask(text(100_000), format)).body).toBeDefined();
    const limits = { ...ANSWER_LIMITS, recordValues: 100_001 };
    expect((await ask(text(100_001), format, { limits })).body).toBeDefined();
  });

  it.each([
    ['one name', () => '<b/>'],
    ['different names', (i: number) => `<b${i}/>`],
  ])('S12: refuses XML with too many elements of %s in one by name', async (_what, element) => {
    const text = (count: number) => `<a>${Array.from({ length: count }, (_, i) => element(i)).join('')}</a>`;
    await expect(failure(text(100_001), 'xml')).resolves.toMatchObject({ exceeded: 'members' });
    await expect(ask(text(100_000), 'xml')).resolves.toMatchObject({ format: 'xml' });
  });

  it.each([
    ['short', 0],
    ['long', 200_000],
  ])('S12: refuses NDJSON whose %s value spans lines', async (_what, length) => {
    const text = (gap: string) => `{"a":"${'x'.repeat(length)}",${gap}"b":1.0}\n{}\n`;
    await expect(ask(text(''), 'ndjson')).resolves.toMatchObject({ body: [{}, {}] });
    await expect(ask(text('\n'), 'ndjson')).rejects.toBeInstanceOf(ProviderFailure);
  });

  it('S1: reads an answer of a million numbers that a double cannot hold', async () => {
    const { body } = await ask(lists(20, 50_000));
    expect(body).toHaveLength(20);
    expect(String((body as unknown[][])[19]?.[49_999])).toBe('1.0');
  });

  it.each<[string, Format | undefined, string, number]>([
    ['JSON', undefined, lists(140, 10_000), 140],
    ['JSON that the file calls CSV', 'csv', lists(140, 10_000), 140],
    ['JSON that is deep', undefined, `${'['.repeat(150)}${lists(140, 10_000)}${']'.repeat(150)}`, 1],
    ['NDJSON', 'ndjson', '1.0\n'.repeat(1_400_000), 1_400_000],
    ['NDJSON of one line', 'ndjson', lists(140, 10_000), 1],
    ['CSV', 'csv', `a,b\n${'1,2\n'.repeat(1_000_000)}`, 1_000_000],
    ['XML', 'xml', `<a>${`<b>${'<c>&lt;</c><d/>'.repeat(20_000)}</b>`.repeat(20)}</a>`, 1],
    ['XML of one text', 'xml', `<a>${'&lt;\r\n'.repeat(1_500_000)}</a>`, 1],
  ])('S12: lets other work have its turn while megabytes of %s are parsed', async (_what, format, text, length) => {
    const { part, result } = await longestHold(() => ask(text, format));
    expect(part).toBeLessThan(0.4);
    expect([result.body].flat()).toHaveLength(length);
  });

  it('S1: refuses a page of more records than can be handled at once', () => {
    const plan = { name: 'contacts', spec: { records: 'data' } } as ObjectPlan;
    const page = (records: number) => rawRecords({ data: new Array(records).fill(1) }, plan, () => {});
    expect(page(100_000)).toHaveLength(100_000);
    expect(() => page(100_001)).toThrow('100001 records; at most 100000');
  });

  it('lets the status of a failed answer count, whatever its body is', async () => {
    const refused = await ask(deep(100_000), undefined, { status: 401 }).catch((err: unknown) => err);
    expect(refused).toMatchObject({ kind: 'credentials' });
  });

  it('reads what is within the limits', async () => {
    await expect(ask(deep(200))).resolves.toMatchObject({ format: 'json' });
    await expect(ask('<a><b/><!-- <c><c> --><![CDATA[<d><d>]]></a>', 'xml')).resolves.toMatchObject({ format: 'xml' });
    await expect(ask('a,b\n1,2\n', 'csv')).resolves.toMatchObject({ body: [{ a: '1', b: '2' }] });
  });
});
