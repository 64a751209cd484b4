import { describe, expect, it } from '@jest/globals';
import { type JsonObject, parseJson, stringifyJson } from '../json/json.ts';
import { prepareRecord, removeFilledFields } from './prepare_record.ts';
import type { FieldSetting, WriteRules } from './write_plan.ts';

const rulesOf = (more: Partial<WriteRules> = {}): WriteRules => ({
  mappings: [],
  unmapped: [],
  valueMappings: {},
  settings: {},
  allowAnyFields: false,
  ...more,
});
const setting = (more: Partial<FieldSetting> = {}): FieldSetting => ({
  writeOnCreate: 'always',
  writeOnUpdate: 'always',
  ...more,
});
const prepared = (rules: Partial<WriteRules>, record: JsonObject, type: 'create' | 'update' = 'create') =>
  prepareRecord(rulesOf(rules), type, record);
const map = (mapToName: string, fieldName: string) => ({ mapToName, fieldName });

describe('prepareRecord', () => {
  it('passes on what no rule names, number for number', () => {
    const { record } = prepareRecord(rulesOf(), 'create', parseJson('{"a":1.0,"b":{"c":[]}}') as JsonObject);
    expect(stringifyJson(record)).toBe('{"a":1.0,"b":{"c":[]}}');
  });

  it('reverses mapped names, in both directions nested', () => {
    const mappings = [
      map('mail', 'email'),
      map('city', "$['address']['city']"),
      map("$['owner']['name']", 'owner_name'),
    ];
    const given = { mail: 'a@example.org', city: 'Oslo', owner: { name: 'Ada' }, address: { zip: '1' }, phone: '2' };
    expect(prepared({ mappings }, given)).toEqual({
      record: {
        email: 'a@example.org',
        address: { zip: '1', city: 'Oslo' },
        owner_name: 'Ada',
        phone: '2',
      },
      ifEmpty: [],
      warnings: [],
    });
  });

  it('reverses a mapped name only as it is spelled: the provider may have a field with the same letters', () => {
    expect(prepared({ mappings: [map('name', 'full_name')] }, { Name: 'x' }).record).toEqual({ Name: 'x' });
  });

  it('lets two names change places', () => {
    expect(prepared({ mappings: [map('a', 'b'), map('b', 'a')] }, { a: 1, b: 2 })).toMatchObject({
      record: { a: 2, b: 1 },
      warnings: [],
    });
  });

  it('takes the mapped name where the record also has the provider’s, and says so', () => {
    const { record, warnings } = prepared({ mappings: [map('mail', 'Email')] }, { email: 'old', mail: 'new' });
    expect(record).toEqual({ email: 'new' });
    expect(warnings).toEqual(['The record has Email twice: the value of mail was taken.']);
  });

  it('says which mapped name has no place', () => {
    const { record, warnings } = prepared(
      { mappings: [map('city', "$['address']['city']")] },
      { address: 'x', city: 'y' },
    );
    expect(record).toEqual({ address: 'x' });
    expect(warnings).toEqual([expect.stringContaining('city was left out')]);
  });

  it('drops unmapped names silently', () => {
    expect(prepared({ unmapped: ['nick', "$['a']['b']"] }, { nick: 1, a: { b: 2, c: 3 } })).toEqual({
      record: { a: { c: 3 } },
      ifEmpty: [],
      warnings: [],
    });
  });

  it('maps values back, in lists and nested, and leaves others', () => {
    const rules = {
      mappings: [map('phase', "$['deal']['stage']")],
      valueMappings: { "$['deal']['stage']": { won: 'closedwon' }, Tags: { red: 'R' } },
    };
    expect(prepared(rules, { phase: 'won', tags: ['red', 'blue'] }).record).toEqual({
      deal: { stage: 'closedwon' },
      tags: ['R', 'blue'],
    });
    const typed = { valueMappings: { level: { low: 1, high: '2' }, isOpen: { yes: true, no: false } } };
    expect(prepared(typed, { level: ['low', 'high'], isOpen: 'no' }).record).toEqual({
      level: [1, '2'],
      isOpen: false,
    });
    expect(prepared(rules, { phase: 'lost' }).record).toEqual({ deal: { stage: 'lost' } });
  });

  it('applies a default where the field is missing, not where it is null, and maps no value of it', () => {
    const rules = {
      settings: { source: setting({ default: 'won' }), "$['a']['count']": setting({ default: 0 }) },
      valueMappings: { source: { won: 'closedwon' } },
    };
    expect(prepared(rules, {}, 'update').record).toEqual({ source: 'won', a: { count: 0 } });
    expect(prepared(rules, { Source: null, a: { count: 3 } }).record).toEqual({ Source: null, a: { count: 3 } });
    expect(prepared(rules, { a: 'x' }).warnings).toEqual([expect.stringContaining("default of $['a']['count']")]);
  });

  it('applies the default of a create to no update where the config says so', () => {
    const settings = { source: setting({ default: 'app', defaultOnUpdate: 'never' }) };
    expect(prepared({ settings }, {}).record).toEqual({ source: 'app' });
    expect(prepared({ settings }, {}, 'update').record).toEqual({});
    expect(prepared({ settings }, { source: 'x' }, 'update').record).toEqual({ source: 'x' });
  });

  it('leaves out what the config never writes, its default too, and says so where the record had it', () => {
    const settings = {
      email: setting({ writeOnCreate: 'never', default: 'x' }),
      phone: setting({ writeOnUpdate: 'never' }),
    };
    expect(prepared({ settings }, { EMAIL: 'a', phone: 'b' })).toMatchObject({
      record: { phone: 'b' },
      warnings: ['The field email was left out: the config of the installation never writes it on create.'],
    });
    expect(prepared({ settings }, { email: 'a', phone: 'b' }, 'update')).toMatchObject({
      record: { email: 'a' },
      warnings: [expect.stringContaining('never writes it on update')],
    });
    expect(prepared({ settings }, {})).toStrictEqual({ record: {}, ifEmpty: [], warnings: [] });
  });

  it('names the fields of an update that are written only where they are empty', () => {
    const settings = {
      email: setting({ writeOnUpdate: 'ifEmpty' }),
      source: setting({ writeOnUpdate: 'ifEmpty', default: 'app' }),
      phone: setting({ writeOnUpdate: 'ifEmpty' }),
    };
    const rules = { settings, mappings: [map('mail', 'email')] };
    expect(prepared(rules, { mail: 'a' }, 'update')).toMatchObject({
      record: { email: 'a', source: 'app' },
      ifEmpty: ['email', 'source'],
    });
    expect(prepared(rules, { mail: 'a' }).ifEmpty).toEqual([]);
  });

  // Steps that grow with the square of the fields would take minutes here.
  it('takes a record of very many fields and rules', () => {
    const names = Array.from({ length: 30_000 }, (_, i) => `field${i}`);
    const rules = {
      mappings: names.map((name) => map(`my_${name}`, name)),
      settings: Object.fromEntries(names.map((name) => [name.toUpperCase(), setting({ writeOnUpdate: 'never' })])),
    };
    const given = Object.fromEntries(names.map((name) => [`my_${name}`, 1]));
    expect(prepared(rules, given, 'update').record).toEqual({});
  });
});

describe('keepIfEmpty', () => {
  it('leaves out the fields that have a value', () => {
    const record = { email: 'a', zero: 1, no: 1, list: [1], blank: 'b', gone: 'c', Address: { city: 'x', zip: 'y' } };
    const current = {
      Email: 'old',
      zero: 0,
      no: false,
      list: [],
      blank: '',
      gone: null,
      address: { city: 'Oslo' },
    };
    const names = ['email', 'zero', 'no', 'list', 'blank', 'gone', "$['address']['city']", "$['address']['zip']"];
    expect(removeFilledFields(record, names, current)).toEqual({
      list: [1],
      blank: 'b',
      gone: 'c',
      Address: { zip: 'y' },
    });
    expect(removeFilledFields({ email: 'a' }, [], current)).toEqual({ email: 'a' });
  });
});

describe('fields in a list', () => {
  it('are taken out by their places in the record that was sent', () => {
    const setting = { writeOnCreate: 'never', writeOnUpdate: 'ifEmpty' } as const;
    const rules = {
      mappings: [
        { mapToName: "$['tels'][0]", fieldName: 'home' },
        { mapToName: "$['tels'][1]", fieldName: 'work' },
      ],
      unmapped: [],
      valueMappings: {},
      settings: {},
      allowAnyFields: true,
    };
    expect(prepareRecord(rules, 'create', { tels: ['1', '2', '3'] }).record).toEqual({
      tels: ['3'],
      home: '1',
      work: '2',
    });
    const never = { ...rules, mappings: [], settings: { "$['tels'][0]": setting, "$['tels'][2]": setting } };
    expect(prepareRecord(never, 'create', { tels: ['1', '2', '3'] }).record).toEqual({ tels: ['2'] });
    const both = ["$['tels'][0]", "$['tels'][1]"];
    expect(removeFilledFields({ tels: ['1', '2', '3'] }, both, { tels: ['a', 'b'] })).toEqual({ tels: ['3'] });
  });
});
