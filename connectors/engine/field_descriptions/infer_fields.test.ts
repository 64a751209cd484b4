import { describe, expect, it } from '@jest/globals';
import { type JsonObject, parseJson } from '../../../lib/json/json.ts';
import { inferFields } from './infer_fields.ts';

const typesOf = (...texts: string[]) =>
  Object.fromEntries(
    inferFields(texts.map((text) => parseJson(text) as JsonObject)).map(({ fieldName, valueType }) => [
      fieldName,
      valueType,
    ]),
  );

describe('inferFields', () => {
  it('finds the fields of all records, each with the type that its values show', () => {
    expect(typesOf('{"id":1,"note":null}', '{"id":2,"note":"x","vip":true}', '{"owner":{"name":"A"}}')).toEqual({
      id: 'int',
      note: 'string',
      vip: 'boolean',
      owner: 'other',
      "$['owner']['name']": 'string',
    });
  });

  it.each([
    ['int and float are float', '1', '1.5', 'float'],
    ['exact numbers count as what they are', '12345678901234567890', '1', 'int'],
    ['date and datetime are datetime', '"2020-01-02"', '"2020-01-02T03:04:05Z"', 'datetime'],
    ['date and text are text', '"2020-01-02"', '"soon"', 'string'],
    ['the empty text alone is text', '""', 'null', 'string'],
    ['the empty text beside a value tells nothing', '""', '"2020-01-02"', 'date'],
    ['never a value is other', 'null', 'null', 'other'],
    ['number and text are other', '1', '"1"', 'other'],
    ['truth and number are other', 'true', '1', 'other'],
  ])('%s', (_what, one, two, type) => {
    expect(typesOf(`{"a":${one}}`, `{"a":${two}}`)).toEqual({ a: type });
    expect(typesOf(`{"a":${two}}`, `{"a":${one}}`)).toEqual({ a: type });
  });

  it('marks every field as sampled', () => {
    expect(inferFields([{ a: 1 }])).toEqual([{ fieldName: 'a', displayName: 'A', valueType: 'int', isSampled: true }]);
  });
});
