import { describe, expect, it } from '@jest/globals';
import { isObject, type JsonObject, parseJson, stringifyJson } from '../../../lib/json/json.ts';
import type { FieldSelection } from '../../../lib/read_plan/read_plan.ts';
import type { ProviderRecord } from '../read/read.ts';
import { selectRecord } from './select.ts';

function aRecord(fields: JsonObject): ProviderRecord {
  return { id: '1', updatedAt: null, fields, raw: fields };
}

const select = (fields: JsonObject, selection: Partial<FieldSelection>) =>
  selectRecord(aRecord(fields), { selectedFields: [], selectAll: false, mappings: [], ...selection });

describe('selectRecord', () => {
  it('delivers selected fields under lower-cased names and leaves raw as it was', () => {
    const fields = { AnnualRevenue: 5, Name: 'Acme', Secret: 'x' };
    expect(select(fields, { selectedFields: ['AnnualRevenue', 'name', 'missing'] })).toEqual({
      fields: { annualrevenue: 5, name: 'Acme' },
      mappedFields: {},
      raw: fields,
    });
  });

  it("delivers mapped fields under the builder's name only", () => {
    const mappings = [{ mapToName: 'Mail', fieldName: 'email' }];
    const left = select({ Email: 'a@b.c', name: 'A' }, { selectAll: true, unselectedFields: ['email'] });
    expect(left.fields).toEqual({ name: 'A' });
    expect(select({ email: 'a@b.c', name: 'A' }, { selectAll: true, mappings })).toMatchObject({
      fields: { name: 'A' },
      mappedFields: { Mail: 'a@b.c' },
    });
  });

  it('delivers a field that is selected and mapped both ways', () => {
    const mappings = [{ mapToName: 'mail', fieldName: 'email' }];
    expect(select({ email: 'a' }, { selectedFields: ['email'], mappings })).toMatchObject({
      fields: { email: 'a' },
      mappedFields: { mail: 'a' },
    });
  });

  it('reads and writes nested paths', () => {
    const mappings = [
      { mapToName: "$['address']['city']", fieldName: "$['MailingAddress']['City']" },
      { mapToName: "$['address']['zip']", fieldName: 'zip' },
      { mapToName: 'a.b', fieldName: 'zip' },
    ];
    expect(select({ MailingAddress: { City: 'Oslo' }, zip: '1' }, { mappings }).mappedFields).toEqual({
      address: { city: 'Oslo', zip: '1' },
      'a.b': '1',
    });
  });

  it('finds fields without case, nested ones too, and list values by index', () => {
    const mappings = [
      { mapToName: 'city', fieldName: "$['ADDRESS']['City']" },
      { mapToName: "$['mails'][1]", fieldName: "$['emails'][0]['value']" },
    ];
    const fields = { address: { CITY: 'Oslo' }, emails: [{ value: 'a@b.c' }] };
    expect(JSON.stringify(select(fields, { mappings }).mappedFields)).toBe('{"city":"Oslo","mails":[null,"a@b.c"]}');
  });

  it('keeps the first of two conflicting names, and never writes into the record', () => {
    const mappings = [
      { mapToName: "$['a']", fieldName: 'owner' },
      { mapToName: "$['a']['b']", fieldName: 'id' },
      { mapToName: "$['c'][0]", fieldName: 'id' },
      { mapToName: "$['c']['d']", fieldName: 'id' },
    ];
    const fields = { owner: { name: 'Ada' }, id: 1 };
    const { mappedFields, raw } = select(fields, { mappings });
    expect(mappedFields).toEqual({ a: { name: 'Ada' }, c: [1] });
    expect(raw).toEqual({ owner: { name: 'Ada' }, id: 1 });
  });

  it('applies value mappings to nested fields and to names in another case', () => {
    const mappings = [{ mapToName: 'phase', fieldName: "$['deal']['Stage']" }];
    const fields = { deal: { Stage: true } };
    for (const name of ['phase', "$['deal']['stage']"])
      expect(select(fields, { mappings, valueMappings: { [name]: { OPEN: 'true' } } }).mappedFields).toEqual({
        phase: 'OPEN',
      });
  });

  it('applies value mappings, to each entry of a list', () => {
    const valueMappings = { stage: { open: '10', closed: '20' } };
    const mappings = [{ mapToName: 'stage', fieldName: 'hs_stage' }];
    expect(select({ hs_stage: 10 }, { mappings, valueMappings }).mappedFields).toEqual({ stage: 'open' });
    expect(select({ hs_stage: ['20', '30'] }, { mappings, valueMappings }).mappedFields).toEqual({
      stage: ['closed', '30'],
    });
  });

  it('keeps numbers exact, selected, mapped and raw', () => {
    const text = '{"big":12345678901234567890,"precise":0.1000000000000000055}';
    const fields = parseJson(text);
    if (!isObject(fields)) throw new Error('no object');
    const delivered = select(fields, { selectedFields: ['big'], mappings: [{ mapToName: 'p', fieldName: 'precise' }] });
    expect(stringifyJson(delivered)).toBe(
      `{"fields":{"big":12345678901234567890},"mappedFields":{"p":0.1000000000000000055},"raw":${text}}`,
    );
  });
});
