import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type JsonObject, parseJson } from '../json/json.ts';
import { areInConflict, fieldFinder, fieldPath, isBrokenPath, keyPath, topField } from './field_path.ts';

describe('a name that is a path', () => {
  it.each([
    ["$['a']['b']", ['a', 'b']],
    ['$["a"]["b c"]', ['a', 'b c']],
    ["$['it\\'s']['a.b'][0]['x\\\\y']", ["it's", 'a.b', 0, 'x\\y']],
    ["$['']", ['']],
  ])('%s leads step by step', (name, keys) => {
    expect(fieldPath(name)).toEqual(keys);
  });

  it.each(['a.b', 'a', '', '$', '$.a', "a['b']", "['a']"])('%j is none: it is the name of a field', (name) => {
    expect([fieldPath(name), isBrokenPath(name), topField(name)]).toEqual([null, false, name]);
  });

  it.each(["$['a'", '$[a]', "$['a'].b", "$['a']x", "$['a'][-1]", "$['a'][1000]", '$[]'])(
    '%s was meant for one and is broken',
    (name) => {
      expect(isBrokenPath(name)).toBe(true);
    },
  );

  it('is remembered when it is short; long ones come out of answers and would fill the memory', () => {
    expect(fieldPath("$['remembered']['name']")).toBe(fieldPath("$['remembered']['name']"));
    const long = `$['${'k'.repeat(1000)}']`;
    expect(fieldPath(long)).not.toBe(fieldPath(long));
  });

  it('is remembered after any number of others', () => {
    for (let at = 0; at < 10_001; at += 1) fieldPath(`$['other']['${at}']`);
    expect(fieldPath("$['late']['name']")).toBe(fieldPath("$['late']['name']"));
  });

  it('holds any names whatever', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (keys) => {
        expect(fieldPath(`$${keys.map(keyPath).join('')}`)).toEqual(keys);
      }),
    );
  });
});

describe('fieldFinder', () => {
  const fields = parseJson(
    '{"Owner":{"Name":"Ada","name":"ada"},"a.b":1,"list":[{"X":1},{"X":2}],"big":1.0,"__proto__":{"x":1}}',
  ) as JsonObject;
  const find = fieldFinder(fields);

  it('finds names as they stand before any other case, on every level', () => {
    expect([find("$['owner']['name']"), find("$['OWNER']['NAME']")]).toEqual(['ada', 'ada']);
    expect([find('owner'), find('A.B')]).toEqual([fields['Owner'], 1]);
  });

  it('takes a name for a path only where no field is called so', () => {
    expect(fieldFinder({ "$['a']": 1, a: 2 })("$['a']")).toBe(1);
  });

  it('finds places of lists, and nothing else in them', () => {
    expect([find("$['list'][1]['x']"), find("$['list'][2]['x']")]).toEqual([2, undefined]);
    expect([find("$['list']['length']"), find("$['list']['0']")]).toEqual([undefined, undefined]);
  });

  it('finds nothing inside numbers and texts, nor what every object has', () => {
    expect([find("$['big']['text']"), find("$['a.b']['toFixed']"), find('toString')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(find("$['__proto__']['x']")).toBe(1);
  });
});

describe('areInConflict', () => {
  it.each([
    ['a', "$['a']"],
    ["$['a']", "$['a']['b']"],
    ["$['a'][0]", "$['a']['b']"],
  ])('is so for %s and %s', (one, other) => {
    expect([areInConflict(one, other), areInConflict(other, one)]).toEqual([true, true]);
  });

  it.each([
    ["$['a']['b']", "$['a']['c']"],
    ["$['a'][0]", "$['a'][1]"],
    ['a.b', 'a'],
    ["$['a']['b']", "$['b']"],
  ])('is not so for %s and %s', (one, other) => {
    expect(areInConflict(one, other)).toBe(false);
  });
});
