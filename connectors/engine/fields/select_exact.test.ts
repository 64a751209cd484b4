import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { keyPath } from '../../../lib/fields/field_path.ts';
import { isObject, type Json, parseJson, stringifyJson } from '../../../lib/json/json.ts';
import type { FieldSelection } from '../../../lib/read_plan/read_plan.ts';
import { selectRecord } from './select.ts';

/** Numbers as providers write them: longer than a double, with significant zeros, with exponents. */
const digits = fc.stringMatching(/^[1-9]\d{0,24}$/);
const number = fc.oneof(
  digits,
  fc.constantFrom('0', '-0', '1.0', '0.10', '1e3', '1E-7', '12345678901234567890', '0.1000000000000000055', '-1.50'),
  fc.tuple(digits, fc.stringMatching(/^\d{1,20}$/)).map(([whole, fraction]) => `-${whole}.${fraction}`),
);
const scalar = fc.oneof(
  number,
  fc.constantFrom('null', 'true', 'false', '""'),
  fc.string().map((text) => JSON.stringify(text)),
);
const key = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom("it's", 'a.b', '$x', '__proto__', '0', '\\'));
const member = (value: string) =>
  fc.tuple(key, fc.constant(value)).map(([name, text]) => `${JSON.stringify(name)}:${text}`);
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
  scalar.chain(member).map((inner) => `{${inner}}`),
);
/** Field names that differ in more than case, each with the text of its value. */
const record = fc.uniqueArray(fc.tuple(key, value), {
  minLength: 1,
  maxLength: 6,
  selector: ([name]) => name.toLowerCase(),
});

function delivered(entries: readonly (readonly [string, string])[], selection: Partial<FieldSelection>) {
  const text = `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${one}`).join(',')}}`;
  const raw = parseJson(text);
  if (!isObject(raw)) throw new Error('no record');
  const found = selectRecord(
    { id: null, updatedAt: null, fields: raw, raw },
    {
      selectedFields: [],
      selectAll: false,
      mappings: [],
      ...selection,
    },
  );
  const written = parseJson(stringifyJson(found)) as { fields: Json; mappedFields: Json; raw: Json };
  return { written, text };
}

const own = (group: Json, name: string) =>
  isObject(group) && Object.hasOwn(group, name) ? stringifyJson(group[name]) : undefined;
const same = (text: string) => stringifyJson(parseJson(text));

describe('a value on its way from the record to the message', () => {
  it('keeps the exact text of the provider: selected, all, mapped, nested on both sides, and raw', () => {
    fc.assert(
      fc.property(record, (entries) => {
        const names = entries.map(([name]) => name);
        const mappings = names.flatMap((name, i) => [
          { mapToName: `plain ${i}`, fieldName: `$${keyPath(name)}` },
          { mapToName: `$['deep']['at ${i}'][0]`, fieldName: `$${keyPath(name)}` },
        ]);
        const selections: Partial<FieldSelection>[] = [
          { selectedFields: names.map((name) => `$${keyPath(name)}`), mappings },
          { selectAll: true, mappings },
        ];
        for (const selection of selections) {
          const { written, text } = delivered(entries, {
            ...selection,
            valueMappings: { none: { word: 'nothing has this value' } },
          });
          if (stringifyJson(written.raw) !== same(text)) return false;
          const deep = isObject(written.mappedFields) ? (written.mappedFields['deep'] as Json) : null;
          for (const [i, [name, wanted]] of entries.entries()) {
            const field = selection.selectAll ? name.toLowerCase() : `$${keyPath(name)}`.toLowerCase();
            if (own(written.fields, field) !== same(wanted)) return false;
            if (own(written.mappedFields, `plain ${i}`) !== same(wanted)) return false;
            if (own(deep, `at ${i}`) !== `[${same(wanted)}]`) return false;
          }
        }
        return true;
      }),
      { numRuns: 500 },
    );
  });

  it('is written as the provider wrote it (checked in the text, not after another parse)', () => {
    fc.assert(
      fc.property(
        number,
        (text) =>
          own(delivered([['n', text]], { selectedFields: ['n'] }).written.fields, 'n') === same(text) &&
          same(text) === text,
      ),
    );
  });

  it('is replaced by a value mapping only if it is exactly that value', () => {
    fc.assert(
      fc.property(scalar, scalar, (one, other) => {
        const bare = String(parseJson(one) ?? '');
        const mapping = { valueMappings: { n: { WORD: bare } }, mappings: [{ mapToName: 'to', fieldName: 'n' }] };
        const isIt = parseJson(other) !== null && String(parseJson(other)) === bare;
        return own(delivered([['n', other]], mapping).written.mappedFields, 'to') === (isIt ? '"WORD"' : same(other));
      }),
    );
  });
});
