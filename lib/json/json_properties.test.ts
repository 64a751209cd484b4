import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ExactNumber } from './exact_number.ts';
import { isObject, type Json, NO_LIMITS, parseJson, stringifyJson } from './json.ts';
import { codesOf } from './json_codes.ts';
import { readUntil } from './json_reader.ts';
import { NO_BOUND, scanJson } from './json_scan.ts';
import { beginValue, newWriter, writeUntil, writtenText } from './json_writer.ts';
import { newJsonReader } from './reader_state.ts';

const runs = { numRuns: 100 };
const digits = fc.stringMatching(/^[0-9]{1,20}$/);
const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9][0-9]{0,19}$/)),
    fc.oneof(
      fc.constant(''),
      digits.map((text) => `.${text}`),
    ),
    fc.constantFrom('', '', '', 'e5', 'E+12', 'e-3', 'E400', 'e-0'),
  )
  .map((parts) => parts.join(''));
const stringText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text).slice(1, -1)),
      fc.constantFrom('\\"', '\\\\', '\\/', '\\n', '\\u0041', '\\ud83d', '\\u0000', ' 1.0,', '"', '[1e5', 'é', '☃'),
      fc.string({ minLength: 60, maxLength: 80 }).map((text) => JSON.stringify(text).slice(1, -1)),
    ),
    { maxLength: 6 },
  )
  // A bare quote would end the string.
  .map((parts) => `"${parts.map((part) => (part === '"' ? '\\"' : part)).join('')}"`);
const key = fc.oneof(stringText, fc.constantFrom('"a"', '"__proto__"', '"7"', '"constructor"', '"a"'));
const blanks = fc.constantFrom('', '', ' ', '\n', '\t\r\n ', ' '.repeat(37), '\n '.repeat(33));
const { document } = fc.letrec<{ document: string; list: string; object: string }>((tie) => ({
  document: fc
    .tuple(
      blanks,
      fc.oneof(
        { depthSize: 'small' },
        numberText,
        stringText,
        fc.constantFrom('null', 'true', 'false', '[]', '{}'),
        tie('list'),
        tie('object'),
      ),
      blanks,
    )
    .map((parts) => parts.join('')),
  list: fc.array(tie('document'), { maxLength: 5 }).map((values) => `[${values.join(',')}]`),
  object: fc
    .array(fc.tuple(blanks, key, blanks, tie('document')), { maxLength: 5 })
    .map((members) => `{${members.map(([a, name, b, value]) => `${a}${name}${b}:${value}`).join(',')}}`),
}));

/** The value with doubles in place of exact numbers, as JSON.parse gives it. */
function inDoubles(value: Json): unknown {
  if (value instanceof ExactNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(inDoubles);
  if (!isObject(value)) return value;
  const copy = {};
  for (const [name, inner] of Object.entries(value))
    Object.defineProperty(copy, name, {
      value: inDoubles(inner),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  return copy;
}

function resultOf(parse: () => unknown): unknown {
  try {
    return { value: parse() };
  } catch (err) {
    return err instanceof SyntaxError ? 'refused' : err;
  }
}

/** Read with a pause after every few units. */
function readInPortions(text: string, units: number): Json {
  const reader = newJsonReader(text, codesOf(text), NO_LIMITS);
  while (!readUntil(reader, reader.at + units));
  return reader.value as Json;
}

function writtenInPortions(value: Json, units: number): string {
  const writer = newWriter();
  beginValue(writer, value);
  while (!writeUntil(writer, writer.at + units));
  return writtenText(writer);
}

const steps = (text: string) =>
  scanJson(text, codesOf(text), { values: NO_BOUND, depth: NO_BOUND, isWhole: true }).steps;

describe('S1: exact JSON on any input', () => {
  it('S1: gives what JSON.parse gives, but for the digits of numbers', () => {
    fc.assert(
      fc.property(document, (text) => {
        const expected: unknown = JSON.parse(text);
        expect(inDoubles(parseJson(text))).toEqual(expected);
        // The reader is right without exact numbers too, wherever it pauses.
        for (const units of [1, 7, NO_BOUND]) expect(inDoubles(readInPortions(text, units))).toEqual(expected);
      }),
      runs,
    );
  });

  it('S12: reads strings of any length as JSON.parse does, or refuses them as it does, wherever it pauses', () => {
    const piece = fc.constantFrom(
      'a',
      'ü',
      'Ł',
      '😀',
      '\\n',
      '\\"',
      '\\\\',
      '\\u0041',
      '\\ud83d\\ude00',
      '\\ud83d',
      '\\x',
      '\t',
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 7 }), fc.nat(9), ([...pieces], shift) => {
        const body = 'x'.repeat(shift) + pieces.join('').repeat(Math.ceil(150_000 / pieces.join('').length));
        for (const text of [`"${body}"`, `{"a":["${body}",1.0],"b":2}`, `"${body}`, `["${body}"x]`]) {
          const expected = resultOf(() => JSON.parse(text));
          for (const units of [7_000, NO_BOUND])
            expect(resultOf(() => inDoubles(readInPortions(text, units)))).toEqual(expected);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('S1: refuses exactly what JSON.parse refuses', () => {
    const cut = fc.tuple(document, fc.nat(), fc.constantFrom('', '', ',', '"', '1.0', ']', '\\', '\u0001', '-', 'e'));
    fc.assert(
      fc.property(cut, ([text, at, put]) => {
        const place = at % (text.length + 1);
        const broken = text.slice(0, place) + put + text.slice(place + 1);
        const expected = resultOf(() => JSON.parse(broken));
        expect(resultOf(() => inDoubles(parseJson(broken)))).toEqual(expected);
        for (const units of [1, NO_BOUND])
          expect(resultOf(() => inDoubles(readInPortions(broken, units)))).toEqual(expected);
      }),
      runs,
    );
  });

  it('S1: writes every number with the characters that were read', () => {
    fc.assert(
      fc.property(numberText, (text) => {
        expect(stringifyJson(parseJson(text))).toBe(text);
        expect(stringifyJson({ a: [parseJson(`[${text}, ${text}]`)] })).toBe(`{"a":[[${text},${text}]]}`);
        const value = parseJson(text);
        expect(typeof value === 'number' ? String(value) : text).toBe(text);
      }),
      runs,
    );
  });

  it('S12: writes what JSON.stringify writes, wherever it pauses, but for the digits of numbers', () => {
    fc.assert(
      fc.property(document, (text) => {
        const value = parseJson(text);
        const written = stringifyJson(value);
        expect(JSON.stringify(JSON.parse(written))).toBe(JSON.stringify(JSON.parse(text)));
        expect(stringifyJson(inDoubles(value))).toBe(JSON.stringify(inDoubles(value)));
        for (const units of [1, 7]) expect(writtenInPortions(value, units)).toBe(written);
      }),
      runs,
    );
  });

  it('S12: writes long strings as JSON.stringify does, whatever stands between two portions', () => {
    const near = fc.array(fc.constantFrom('a', 'é', '☃', '"', '\\n', '\ud83d', '\ude00', '\ud83d\ude00'), {
      maxLength: 6,
    });
    const long = fc
      .array(fc.tuple(fc.constantFrom(65_530, 65_533, 65_536), near))
      .map((parts) => parts.map(([length, between]) => 'x'.repeat(length) + between.join('')).join(''));
    fc.assert(
      fc.property(long, (text) => {
        for (const value of [text, [text, 1], { a: text, b: [text] }]) {
          const expected = JSON.stringify(value);
          expect(stringifyJson(value) === expected).toBe(true);
          expect(writtenInPortions(value, 1) === expected).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('S12: writes anything that is no JSON as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withSparseArray: true, withObjectString: false }), (value) => {
        const expected = JSON.stringify(value);
        if (expected === undefined) expect(() => stringifyJson(value)).toThrow(TypeError);
        else expect(stringifyJson(value)).toBe(expected);
        // Beside an exact number, JSON.stringify does not write the whole.
        const beside = (b: unknown) => [b, { b, a: value }, value, value];
        expect(stringifyJson(beside(new ExactNumber('1.0')))).toBe(
          JSON.stringify(beside('exact')).replaceAll('"exact"', '1.0'),
        );
      }),
      runs,
    );
  });

  it('S12: writes a list whose items are partly left to JSON.stringify, whatever stands beside another', () => {
    const item = fc.constantFrom(
      ...['{"a":1,"b":["x"]}', '{"a":1.0}', '{"a":{"b":{"c":[[1.50]]}}}', '{"a":[[[[[[[[1]]]]]]]]}', '[]', '[1.0]'],
      ...['{"n":"Ł☃"}', '{"__proto__":{"a":1}}', '1', '2.0', 'null', '"é"', '{}', `{"s":"${'y'.repeat(20_000)}"}`],
    );
    const repeated = fc.array(fc.tuple(item, fc.integer({ min: 1, max: 12 })), { maxLength: 12 });
    fc.assert(
      fc.property(repeated, (parts) => {
        const text = `[${parts.flatMap(([one, times]) => new Array<string>(times).fill(one)).join(',')}]`;
        const value = parseJson(text);
        expect(stringifyJson(value) === text).toBe(true);
        for (const units of [1, 5_000]) expect(writtenInPortions(value, units) === text).toBe(true);
        expect(stringifyJson({ a: value, b: [value] }) === `{"a":${text},"b":[${text}]}`).toBe(true);
      }),
      runs,
    );
  });

  it('S1: keeps a double when its digits are certain to stay, so that the values of plain documents are plain', () => {
    for (const text of ['0', '-1', '1.5', '9007199254740991', '123456789.012345', '-0.000001'])
      expect(parseJson(text)).toBe(Number(text));
    for (const text of ['-0', '1.0', '1e5', '9007199254740992', '1.234567890123456', '0.0000001'])
      expect(parseJson(text)).toEqual(new ExactNumber(text));
  });

  it.each([
    ['numbers', (n: number) => `[${'1.0,'.repeat(n)}1]`],
    ['exponents', (n: number) => `[${'1e5,'.repeat(n)}1]`],
    ['invalid numbers', (n: number) => `[${'0'.repeat(n)}]`],
    ['one long number', (n: number) => `[1${'0'.repeat(n)}.5]`],
    ['escaped quotes', (n: number) => `["${'\\"'.repeat(n)}",1.0]`],
    ['backslashes', (n: number) => `["${'\\\\'.repeat(n)}",1.0]`],
    ['strings and numbers', (n: number) => `[${'"\\n",1.0,'.repeat(n)}1]`],
    ['digits in a string', (n: number) => `["${', 1.0'.repeat(n)}",1.0]`],
    ['white space', (n: number) => `[${' \n'.repeat(n)}1.0]`],
    ['an open string', (n: number) => `["${'x'.repeat(n)}`],
  ])('S1: scans %s in steps that grow with the text at most', (_what, make) => {
    const [some, many] = [steps(make(500)), steps(make(5_000))];
    expect(many).toBeLessThanOrEqual(10 * some);
    expect(many).toBeLessThanOrEqual(make(5_000).length);
  });

  it('S1: ends on text of any characters, such as XML and CSV', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 40 });
    const others = fc.constantFrom(
      '</a>',
      '/',
      '-',
      '--',
      '+',
      '.5',
      '1/2',
      'Infinity',
      "'",
      '#',
      ':',
      '<a/>',
      'tru',
      'n',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(anything, others)), (parts) => {
        const text = parts.join('');
        expect(
          scanJson(text, codesOf(text), { values: NO_BOUND, depth: NO_BOUND, isWhole: true }).steps,
        ).toBeLessThanOrEqual(text.length);
      }),
      runs,
    );
  });

  it('S11: refuses text that is nested too deeply, whether its numbers are exact or not', () => {
    for (const inner of ['', '1.0'])
      expect(() => parseJson('['.repeat(100_000) + inner + ']'.repeat(100_000))).toThrow('JSON is nested too deeply');
  });

  it('shares equal short numbers, and never gives one for another', () => {
    const texts = Array.from({ length: 20_000 }, (_, i) => `${i % 9_999}.0`);
    expect((parseJson(`[${texts.join(',')}]`) as Json[]).map(String)).toEqual(texts);
    const [one, other] = parseJson('[1.0,1.0]') as Json[];
    expect(one).toBe(other);
  });
});
