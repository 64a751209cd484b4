import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, readAll } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { ObjectSpec } from '../file/provider.ts';
import type { ReadTarget } from './read.ts';

const TIME = '2026-01-01T00:00:00Z';
const SPEC: ObjectSpec = { updatedAt: 'updated', since: { param: 'after' }, paging: { kind: 'none' } };

async function notesOf(records: object[], spec: ObjectSpec = SPEC, more: Partial<ReadTarget> = {}): Promise<string[]> {
  const target = aTarget({ provider: aProvider(spec), ...more });
  const pages = await readAll(target, scriptedSend({ body: { data: records } }));
  return pages.flatMap(({ untimed = [] }) => untimed);
}

const MIXED = [
  { id: 1, updated: TIME },
  { id: 2, updated: null },
];

describe('L7: records without the time that reads of changes filter by', () => {
  it('L7: are told by a full read, with what to write', async () => {
    expect(await notesOf(MIXED)).toEqual([
      expect.stringMatching(/^Some records have no updated, .* is missed until .* `since: \{here: true\}`/),
    ]);
    expect(await notesOf([{ id: 1, updated: TIME }, { id: 2 }])).toHaveLength(1);
    expect(await notesOf([{ id: 1, updated: null }])).toHaveLength(1);
  });

  it.each<[string, ObjectSpec]>([
    ['one of several times', { ...SPEC, updatedAt: ['updated', 'created'] }],
    ['a condition', { ...SPEC, since: undefined as never, where: { param: 'q', since: 'updated > {value}' } as never }],
    ['another list', { ...SPEC, since: undefined as never, narrowed: { since: { param: 'after' } } }],
  ])('L7: are told where the provider filters by %s', async (_how, spec) => {
    expect(await notesOf(MIXED, JSON.parse(JSON.stringify(spec)) as ObjectSpec)).toHaveLength(1);
  });

  it.each<[string, object[], ObjectSpec, Partial<ReadTarget>]>([
    ['all have it', [{ id: 1, updated: TIME }], SPEC, {}],
    ['no record has the key, because the object has no such time', [{ id: 1 }, { id: 2 }], SPEC, {}],
    ['the engine filters', MIXED, { ...SPEC, since: { here: true } }, {}],
    ['the file says that new records have it', MIXED, { ...SPEC, timedFromCreation: true }, {}],
    ['the object is always read as a whole', MIXED, { updatedAt: 'updated', paging: { kind: 'none' } }, {}],
    ['the read is one of changes', MIXED, SPEC, { since: '2025-01-01T00:00:00.000Z' }],
    [
      'only deleted records lack it',
      [
        { id: 1, updated: TIME },
        { id: 2, updated: null, gone: true },
      ],
      { ...SPEC, deleted: { when: { path: 'gone' } } },
      {},
    ],
  ])('L7: are not told of when %s', async (_when, records, spec, more) => {
    expect(await notesOf(records, spec, more)).toEqual([]);
  });
});
