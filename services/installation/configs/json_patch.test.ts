import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Json, type JsonObject, parseJson, stringifyJson } from '../../../lib/json/json.ts';
import type { Problem } from '../../../lib/problem/problem.ts';
import { applyPatch, type PatchChange } from './json_patch.ts';

const add = (path: string, value?: Json): PatchChange => ({ op: 'add', path, value });
const replace = (path: string, value?: Json): PatchChange => ({ op: 'replace', path, value });
const remove = (path: string): PatchChange => ({ op: 'remove', path });

/** A realistic config; each case gets its own copy. */
const config = (): JsonObject => ({
  objectName: 'contacts',
  schedule: '0 * * * *',
  selectedFields: { email: true, 'a/b': true, 'm~n': true, '': true },
  fieldFilters: [{ fieldName: 'x' }, { fieldName: 'y' }],
});

function refusal(document: JsonObject, ...changes: PatchChange[]): Problem | null {
  try {
    applyPatch(document, changes);
    return null;
  } catch (error) {
    return error as Problem;
  }
}

describe('a change', () => {
  it.each<[string, PatchChange, (was: JsonObject) => unknown]>([
    ['adds a member', add('/disabled', true), (was) => ({ ...was, disabled: true })],
    ['adds over a member that is there', add('/schedule', 's'), (was) => ({ ...was, schedule: 's' })],
    ['replaces a member', replace('/schedule', null), (was) => ({ ...was, schedule: null })],
    ['removes a member', remove('/schedule'), ({ schedule: _gone, ...rest }) => rest],
  ])('%s', (_what, change, expected) => expect(applyPatch(config(), [change])).toEqual(expected(config())));

  it.each<[string, PatchChange, unknown]>([
    ['a slash in a name', remove('/selectedFields/a~1b'), { email: true, 'm~n': true, '': true }],
    ['a tilde in a name', remove('/selectedFields/m~0n'), { email: true, 'a/b': true, '': true }],
    ['an empty name', remove('/selectedFields/'), { email: true, 'a/b': true, 'm~n': true }],
    ['~01 as ~1', add('/selectedFields/~01', 1), { email: true, 'a/b': true, 'm~n': true, '': true, '~1': 1 }],
    [
      'a name of Object',
      add('/selectedFields/toString', 1),
      { ...(config()['selectedFields'] as object), toString: 1 },
    ],
  ])('reads %s', (_what, change, expected) =>
    expect(applyPatch(config(), [change])['selectedFields']).toEqual(expected),
  );

  it.each<[string, PatchChange, unknown]>([
    ['at the end by -', add('/fieldFilters/-', 1), [{ fieldName: 'x' }, { fieldName: 'y' }, 1]],
    ['at the end by its place', add('/fieldFilters/2', 1), [{ fieldName: 'x' }, { fieldName: 'y' }, 1]],
    ['before another', add('/fieldFilters/1', 1), [{ fieldName: 'x' }, 1, { fieldName: 'y' }]],
    ['out of it', remove('/fieldFilters/0'), [{ fieldName: 'y' }]],
    ['in place', replace('/fieldFilters/1', 1), [{ fieldName: 'x' }, 1]],
    ['inside an item', replace('/fieldFilters/1/fieldName', 'z'), [{ fieldName: 'x' }, { fieldName: 'z' }]],
  ])('changes a list %s', (_what, change, expected) =>
    expect(applyPatch(config(), [change])['fieldFilters']).toEqual(expected),
  );

  it('applies to the result of the previous change', () => {
    const changes = [add('/backfill', {}), add('/backfill/days', 1), replace('/backfill/days', 2), remove('/schedule')];
    expect(applyPatch(config(), changes)).toMatchObject({ backfill: { days: 2 } });
  });

  it('keeps numbers as they were written', () => {
    const value = parseJson('12345678901234567890');
    expect(stringifyJson(applyPatch({ n: value }, [add('/m', value)]))).toBe(
      '{"n":12345678901234567890,"m":12345678901234567890}',
    );
  });
});

describe('a malformed change', () => {
  it.each([
    add('', 1),
    add('schedule', 1),
    add('/~', 1),
    add('/a~2b', 1),
    add('/__proto__', 1),
    add('/__proto__/polluted', 1),
    add('/constructor/prototype/x', 1),
    add('/selectedFields/__proto__', 1),
    add(`/${'a/'.repeat(16)}`, 1),
    add(`/${'ä'.repeat(256)}`, 1),
    add('/deep', parseJson('['.repeat(18) + ']'.repeat(18))),
    add('/long', 'x'.repeat(65_536)),
    { op: 'add', path: '/value-less' },
    { op: 'replace', path: '/schedule' },
  ] as PatchChange[])('is refused: %j', (change) => expect(refusal(config(), change)?.kind).toBe('invalidArgument'));
});

describe('a change that does not fit', () => {
  it.each([
    remove('/nothing'),
    replace('/nothing', 1),
    add('/nothing/below', 1),
    add('/schedule/below', 1),
    remove('/toString'),
    replace('/fieldFilters/0/hasOwnProperty', 1),
    add('/toString/x', 1),
    add('/fieldFilters/3', 1),
    add('/fieldFilters/01', 1),
    add('/fieldFilters/-1', 1),
    add('/fieldFilters/1e0', 1),
    add('/fieldFilters/4294967294', 1),
    add('/fieldFilters/length', 1),
    replace('/fieldFilters/2', 1),
    replace('/fieldFilters/-', 1),
    remove('/fieldFilters/-'),
    add('/fieldFilters/-/x', 1),
  ])('is refused: %j', (change) => {
    expect(refusal(config(), change)?.kind).toBe('unprocessable');
    expect(({} as { x?: unknown }).x).toBeUndefined();
    expect(typeof Object.prototype.toString).toBe('function');
  });

  it('is reported with its index in the list', () => {
    expect(refusal(config(), add('/a', 1), remove('/b'))?.extras.issues).toEqual([
      expect.objectContaining({ in: 'body', name: 'changes[1].path', value: '/b' }),
    ]);
  });
});

describe('any list of changes', () => {
  const name = fc.oneof(
    fc.constantFrom('a', 'b', '0', '1', '2', '-', '01', '__proto__', 'constructor', 'toString', '~0', '~1', '~2', ''),
    fc.string({ maxLength: 3 }),
  );
  const path = fc.array(name, { maxLength: 4 }).map((names) => names.map((part) => `/${part}`).join(''));
  const value = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
  const change: fc.Arbitrary<PatchChange> = fc.record({ op: fc.constantFrom('add', 'replace', 'remove'), path, value });
  const document = fc.dictionary(fc.constantFrom('a', 'b', '0', '1'), value).map((parts) => ({ ...parts }));

  it('is applied whole or not at all, and never mutates its input', () => {
    const prototype = Object.getOwnPropertyNames(Object.prototype).sort();
    fc.assert(
      fc.property(document, fc.array(change, { minLength: 1, maxLength: 5 }), (given, changes) => {
        const before = JSON.stringify(given);
        const kinds = ['invalidArgument', 'unprocessable', undefined];
        expect(kinds).toContain(refusal(given, ...changes)?.kind);
        expect(JSON.stringify(given)).toBe(before);
        expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(prototype);
      }),
      { numRuns: 3_000 },
    );
  });

  it('equals its changes applied one after another', () => {
    fc.assert(
      fc.property(document, fc.array(change, { maxLength: 5 }), (given, changes) => {
        if (refusal(given, ...changes)) return;
        const oneByOne = changes.reduce((current, one) => applyPatch(current, [one]), given as JsonObject);
        expect(applyPatch(given, changes)).toEqual(oneByOne);
      }),
      { numRuns: 1_000 },
    );
  });

  it('undoes an addition by removing it', () => {
    fc.assert(
      fc.property(document, value, (given, added) => {
        fc.pre(!Object.hasOwn(given, 'new'));
        expect(applyPatch(given, [add('/new', added), remove('/new')])).toEqual(given);
      }),
    );
  });

  it('S11: copies a container once, and never the one that a change brought', () => {
    const large: JsonObject = { fields: { a: true }, list: [1, { deep: 1 }] };
    const value = { inner: { kept: true } };
    const next = applyPatch(large, [
      { op: 'add', path: '/fields/b', value: true },
      { op: 'add', path: '/fields/c', value },
      { op: 'remove', path: '/fields/a' },
      { op: 'add', path: '/fields/c/inner/more', value: 1 },
      { op: 'replace', path: '/list/1/deep', value: 2 },
      { op: 'add', path: '/list/-', value: 3 },
      { op: 'remove', path: '/list/0' },
    ]);
    expect(next).toEqual({ fields: { b: true, c: { inner: { kept: true, more: 1 } } }, list: [{ deep: 2 }, 3] });
    expect(large).toEqual({ fields: { a: true }, list: [1, { deep: 1 }] });
    expect(value).toEqual({ inner: { kept: true } });
  });
});
