import { describe, expect, it } from '@jest/globals';
import { ExactNumber } from './exact_number.ts';
import {
  isObject,
  type JsonObject,
  NO_LIMITS,
  parseJson,
  parseJsonInTurns,
  stringifyJson,
  stringifyJsonInTurns,
} from './json.ts';

const same = (text: string) => expect(stringifyJson(parseJson(text))).toBe(text);

describe('exact JSON', () => {
  it('keeps integers beyond 2^53 and long decimals unchanged', () => {
    same('{"big_number":12345678901234567890,"precise_number":0.1000000000000000055,"id":7}');
  });

  it('keeps the text of numbers that are written in another way than a double is', () => {
    same('[1.0,1e3,-0,1E400,0.0000001,-0.0,10.50,100,1.5,9007199254740993,-12345678901234567890]');
  });

  it('keeps such numbers at the top, after white space and at every depth', () => {
    same('12345678901234567890');
    expect(stringifyJson(parseJson(' {"a" : [ \n12345678901234567890 , {"b":\t1.0}]} '))).toBe(
      '{"a":[12345678901234567890,{"b":1.0}]}',
    );
  });

  it('leaves digits inside strings alone', () => {
    const text =
      '{"a":"x:12345678901234567890, 1.0 \\"[1e3,-0","b\\\\":"\\\\\\"",", 12345678901234567890":1.0,"c":"2024-01-01T10:00:00.000Z"}';
    same(text);
    expect((parseJson(text) as JsonObject)['a']).toBe('x:12345678901234567890, 1.0 "[1e3,-0');
  });

  it('gives plain numbers as numbers and the others as ExactNumber', () => {
    const { plain, exact } = parseJson('{"plain":1.5,"exact":1.50}') as JsonObject;
    expect(plain).toBe(1.5);
    expect(exact).toEqual(new ExactNumber('1.50'));
    expect(Number(exact)).toBe(1.5);
    expect(isObject(exact)).toBe(false);
  });

  it('carries a number under the key __proto__ without touching the prototype', () => {
    const value = parseJson('{"__proto__":12345678901234567890}') as JsonObject;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(stringifyJson(value)).toBe('{"__proto__":12345678901234567890}');
  });

  it('refuses what JSON.parse refuses', () => {
    for (const text of [
      '',
      '{',
      '[1.0,]',
      '01.0',
      '{"a":12345678901234567890',
      '-',
      '[1.0e]',
      '12345678901234567890 1',
      '[1.]',
    ]) {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    }
  });

  it('says the digits as a string to plain JSON.stringify, never a mark', () => {
    expect(JSON.stringify({ a: new ExactNumber('1.0') })).toBe('{"a":"1.0"}');
  });

  it.each([1, 2, 300, 1_000])('refuses a value that contains itself %i levels below', (levels) => {
    const value: { a: unknown } = { a: null };
    let inner: unknown = value;
    for (let i = 1; i < levels; i += 1) inner = [1, inner];
    value.a = inner;
    expect(() => stringifyJson({ value })).toThrow(TypeError);
  });

  it('agrees with JSON.parse on documents whose numbers are plain', () => {
    const value = { a: [1, 2.25, -7, 1234567890123456, { b: 'ü"\\', c: null, d: true }], 'é,': [] };
    expect(parseJson(JSON.stringify(value))).toEqual(value);
    expect(stringifyJson(value)).toBe(JSON.stringify(value));
  });
});

describe('a text that is written in turns', () => {
  const lists = Array.from({ length: 40_000 }, () => [{ a: new ExactNumber('1.0'), b: {}, c: [[], 'ü'] }]);

  it.each([0, 1, 2, 3, 4, 5, 6, 7])('is the same wherever its parts end (%i)', async (shift) => {
    const value = ['x'.repeat(shift), lists];
    expect((await stringifyJsonInTurns(value)) === stringifyJson(value)).toBe(true);
  });

  it('is the same when one part has characters beyond Latin 1', async () => {
    const value = [lists, '☃', lists];
    expect((await stringifyJsonInTurns(value)) === stringifyJson(value)).toBe(true);
  });
});

describe('a long string that is read in turns', () => {
  const plain = 'x'.repeat(70_000);
  it.each([plain, `${plain}\n${plain}`, `\n${plain}${plain}`, `${plain}${plain}☃`, `${plain}"${plain}${plain}\\`])(
    'is what JSON.parse reads (%#)',
    async (text) => {
      const read = await parseJsonInTurns(JSON.stringify([text, text]), NO_LIMITS);
      expect(JSON.stringify(read) === JSON.stringify([text, text])).toBe(true);
    },
  );

  it('is refused with a control character in any portion', async () => {
    for (const text of [`\n${plain}${plain}`, `${plain}${plain}\n`])
      await expect(parseJsonInTurns(`["${text}"]`, NO_LIMITS)).rejects.toThrow(SyntaxError);
  });
});
