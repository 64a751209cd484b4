import { describe, expect, it } from '@jest/globals';
import { type JsonObject, parseJson, stringifyJson } from '../json/json.ts';
import { fieldEditor } from './field_editor.ts';

describe('fieldEditor', () => {
  it('leaves the given record as it is, and keeps exact numbers', () => {
    const given = parseJson('{"a":{"b":12345678901234567890},"c":[1.0]}') as JsonObject;
    const before = stringifyJson(given);
    const editor = fieldEditor(given);
    editor.put("$['a']['d']", 1);
    editor.take('c');
    expect(stringifyJson(editor.record)).toBe('{"a":{"b":12345678901234567890,"d":1}}');
    expect(stringifyJson(given)).toBe(before);
  });

  it('takes a field in every spelling, and what becomes empty by it', () => {
    const editor = fieldEditor({ Address: { City: 'x', city: 'y' }, address: { CITY: 'z', zip: 1 }, empty: {} });
    expect(editor.take("$['address']['city']")).toBe('z');
    expect(editor.record).toEqual({ address: { zip: 1 }, empty: {} });
  });

  it('takes only the exact name where asked', () => {
    const editor = fieldEditor({ Mail: 1, mail: 2 });
    expect([editor.take('MAIL', { isExact: true }), editor.take('mail', { isExact: true })]).toEqual([undefined, 2]);
    expect(editor.record).toEqual({ Mail: 1 });
  });

  it('puts nested fields and lists, fills gaps of lists, and keeps the spelling that is there', () => {
    const editor = fieldEditor({ Address: { zip: 1 } });
    expect(editor.put("$['address']['city']", 'x')).toBe(true);
    expect(editor.put("$['emails'][1]['value']", 'a@example.org')).toBe(true);
    expect(editor.put('ADDRESS2', 1)).toBe(true);
    expect(editor.put('address2', 2)).toBe(true);
    expect(editor.record).toEqual({
      Address: { zip: 1, city: 'x' },
      emails: [null, { value: 'a@example.org' }],
      ADDRESS2: 2,
    });
  });

  it.each(["$['a']['b']", "$['c'][0]", "$['d']['x']"])('puts nothing at %s where another value is', (name) => {
    const given = { a: 'text', c: {}, d: [] };
    const editor = fieldEditor(given);
    expect(editor.put(name, 1)).toBe(false);
    expect(editor.record).toEqual(given);
  });

  it('treats a literal name as no path, and __proto__ as a name', () => {
    const editor = fieldEditor({ "$['a']['b']": 1 });
    expect(editor.find("$['a']['b']")).toBe(1);
    editor.put("$['__proto__']['polluted']", 1);
    expect(stringifyJson(editor.record)).toBe(`{"$['a']['b']":1,"__proto__":{"polluted":1}}`);
    expect(({} as JsonObject)['polluted']).toBeUndefined();
  });
});
