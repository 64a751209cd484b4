import { sizeOf } from '../measure/size_of.ts';

const BYTES = sizeOf(2 * 1024 * 1024, 100 * 1024);

/** The inputs that a usual provider sends. */
export const ordinaryInputs: readonly string[] = ['records', 'recordsWithExactNumbers', 'recordsBeyondLatin'];

/** Texts of about 2 MB: ordinary pages, and those that are made to be slow for a parser that keeps digits. */
export const jsonInputs: Readonly<Record<string, () => string>> = {
  records: () => list((i) => record(i)),
  recordsWithExactNumbers: () => list((i) => `${record(i).slice(0, -1)},"amount":${i}.50}`),
  recordsBeyondLatin: () => list((i) => `{"id":${i},"name":"Ł☃ ${i}","amount":${i}.50}`),
  integers: () => `[${repeated('1,')}1]`,
  fractionsEndingInZero: () => `[${repeated('1.0,')}1]`,
  exponents: () => `[${repeated('1e5,')}1]`,
  negativeZeros: () => `[${repeated('-0,')}1]`,
  distinctFractions: () => list((i) => `${i % 100_000}.50`),
  numbersOf17Digits: () => list((i) => `0.${70_000_000_000_000_000 + i * 7_919_777}`),
  numbersOf20Digits: () => list((i) => `12345678901234${500_000 + i}`),
  escapedQuotes: () => `["${repeated('\\"')}",1.0]`,
  unicodeEscapes: () => `["${repeated('\\u0041')}",1.0]`,
  shortEscapesAndNumbers: () => `[${repeated('"\\n",1.0,')}1]`,
  longString: () => `["${repeated('abcd 1.0,1e5 [1.0')}",1.0]`,
  emptyStrings: () => `[${repeated('"",')}1.0]`,
  strings: () => list((i) => `"${'x'.repeat(26)}${i}"`),
  emptyLists: () => `[${repeated('[],')}1.0]`,
  deepLists: () => list(() => `${'['.repeat(900)}1.0${']'.repeat(900)}`),
  manyKeys: () => `{${items((i) => `"k${i}":1.0`).join(',')}}`,
  smallObjects: () => `[${repeated('{"a":1.0,"b":2.50},')}1]`,
  objectsOfManyShapes: () => list((i) => `{"k${i}":1.0,"m${i}":2.50}`),
  protoKeys: () => `[${repeated('{"__proto__":1.0},')}1]`,
  whiteSpace: () => `[${repeated(' \n')}1.0]`,
  literals: () => `[${repeated('null,')}1.0]`,
};

function record(i: number): string {
  const nested = { city: 'Berlin', zip: String(10_000 + i) };
  return JSON.stringify({ id: i, name: `Name ${i}`, email: `user${i}@example.com`, tags: ['a', 'b'], nested });
}

function repeated(part: string): string {
  return part.repeat(Math.ceil(BYTES / part.length));
}

function items(make: (i: number) => string): string[] {
  const found: string[] = [];
  for (let size = 0; size < BYTES; size += (found.at(-1) as string).length + 1) found.push(make(found.length));
  return found;
}

function list(make: (i: number) => string): string {
  return `[${items(make).join(',')}]`;
}
