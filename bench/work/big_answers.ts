import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { sizeOf } from '../measure/size_of.ts';

const BYTES = sizeOf(12_000_000, 60_000);
/** Values in a record, which may hold at most so many. */
const IN_RECORD = sizeOf(90_000, 2_000);
/** Bytes of a string in a record that is within the limits. */
const MAX_STRING = sizeOf(4_100_000, 12_000);

export type Answer = { text: string; contentType?: string; isGzipped?: boolean };

/** Answers that are just within the limits, each made to be slow in another place. */
export const bigAnswers: Readonly<Record<string, () => Answer>> = {
  usualRecords: () => records((i) => `"name":"Name ${i}","email":"user${i}@example.com","amount":${i}.5`),
  decimals: () => records((i) => `"amount":${i}.50,"rate":1.0,"tax":0.10,"name":"Ł ${i}"`),
  tinyRecords: () => ({
    text: wrapped(Array.from({ length: Math.min(99_000, BYTES / 40) }, (_, i) => record(i, '"n":1.0')).join(',')),
  }),
  recordsOfDecimals: () => records(() => `"a":[${'1.0,'.repeat(2_000)}1.0]`),
  oneRecordOfDecimals: () => one(`"a":[${'1.0,'.repeat(IN_RECORD)}1.0]`),
  oneRecordOfKeys: () => one(Array.from({ length: IN_RECORD / 2 }, (_, i) => `"k${i}":1.0`).join(',')),
  oneObjectOfKeys: () => one(`"o":{${Array.from({ length: IN_RECORD / 2 }, (_, i) => `"k${i}":1.0`).join(',')}}`),
  oneDeepRecord: () => one(`"a":${'['.repeat(150)}${'1.0,'.repeat(IN_RECORD)}1.0${']'.repeat(150)}`),
  oneLongString: () => one(`"a":"${'x'.repeat(BYTES)}"`),
  oneLongStringOfQuotes: () => one(`"a":"${'\\"'.repeat(BYTES / 2)}"`),
  oneLongStringOfEscapes: () => one(`"a":"${'\\u0001'.repeat(BYTES / 6)}"`),
  oneLongStringBeyondLatin: () => one(`"a":"${'☃'.repeat(BYTES / 3)}","b":1.0`),
  stringThatFits: () => one(`"a":"${'x'.repeat(MAX_STRING)}"`),
  quotesThatFit: () => one(`"a":"${'\\"'.repeat(MAX_STRING / 2)}"`),
  beyondLatinThatFits: () => one(`"a":"${'☃'.repeat(MAX_STRING / 3)}","b":1.0`),
  recordsOfStringsThatFit: () =>
    records((i) => `"a":"${'x'.repeat(MAX_STRING / 8)}${i}","b":"${'☃'.repeat(MAX_STRING / 48)}"`),
  recordsOfLongStrings: () => records((i) => `"a":"${'x'.repeat(100_000)}${i}","b":"\\n"`),
  manyDecimals: () => one(`"a":[${'1.0,'.repeat(BYTES / 4)}1.0]`),
  manyKeys: () => one(Array.from({ length: BYTES / 12 }, (_, i) => `"k${i}":1.0`).join(',')),
  whiteSpace: () => ({ text: `{"data":[${' \n'.repeat(BYTES / 2)}${record(1, '"a":1.0')}]}` }),
  cutOff: () => ({ text: records((i) => `"amount":${i}.50`).text.slice(0, -5) }),
  besideTheRecords: () => ({ text: `{"more":[${'1.0,'.repeat(BYTES / 4)}1.0],"data":[${record(1, '"a":1.0')}]}` }),
  xmlRecords: () => xml(repeated(BYTES, (i) => xmlRecord(i, `<name>Name &amp; ${i}</name><amount>${i}.50</amount>`))),
  xmlRecordOfElements: () => xml([xmlRecord(1, '<a>1.0</a>'.repeat(IN_RECORD)), xmlRecord(2, '')]),
  xmlLongText: () => xml([xmlRecord(1, `<a>${'&lt;\r\n'.repeat(MAX_STRING / 6)}</a>`), xmlRecord(2, '')]),
  gzipped: () => ({ ...records((i) => `"amount":${i}.50`), isGzipped: true }),
};

export function bodyOf({ text, isGzipped }: Answer): Buffer {
  return isGzipped ? gzipSync(text, { level: 1 }) : Buffer.from(text);
}

function records(fields: (i: number) => string): Answer {
  return { text: wrapped(repeated(BYTES, (i) => record(i, fields(i))).join(',')) };
}

function repeated(bytes: number, one: (i: number) => string): string[] {
  const made: string[] = [];
  for (let size = 0; size < bytes; size += (made.at(-1) as string).length + 1) made.push(one(made.length));
  return made;
}

function xml(list: readonly string[]): Answer {
  return { text: `<answer>${list.join('\n')}</answer>`, contentType: 'application/xml' };
}

function xmlRecord(i: number, elements: string): string {
  return `<data><id>${i}</id><updated_at>2026-01-02T03:04:05Z</updated_at>${elements}</data>`;
}

function one(fields: string): Answer {
  return { text: wrapped(record(1, fields)) };
}

function wrapped(list: string): string {
  return `{"data":[${list}],"next_cursor":null}`;
}

function record(i: number, fields: string): string {
  return `{"id":"${i}","updated_at":"2026-01-02T03:04:05Z",${fields}}`;
}
