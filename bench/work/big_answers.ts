import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { sizeOf } from '../measure/size_of.ts';

const BYTES = sizeOf(12_000_000, 60_000);
/** Of a record that may hold at most so many values. */
const IN_RECORD = sizeOf(90_000, 2_000);

type Answer = { text: string; contentType?: string; isGzipped?: boolean };

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
  recordsOfLongStrings: () => records((i) => `"a":"${'x'.repeat(100_000)}${i}","b":"\\n"`),
  manyDecimals: () => one(`"a":[${'1.0,'.repeat(BYTES / 4)}1.0]`),
  manyKeys: () => one(Array.from({ length: BYTES / 12 }, (_, i) => `"k${i}":1.0`).join(',')),
  whiteSpace: () => ({ text: `{"data":[${' \n'.repeat(BYTES / 2)}${record(1, '"a":1.0')}]}` }),
  cutOff: () => ({ text: records((i) => `"amount":${i}.50`).text.slice(0, -5) }),
  besideTheRecords: () => ({ text: `{"more":[${'1.0,'.repeat(BYTES / 4)}1.0],"data":[${record(1, '"a":1.0')}]}` }),
  gzipped: () => ({ ...records((i) => `"amount":${i}.50`), isGzipped: true }),
};

export function bodyOf({ text, isGzipped }: Answer): Buffer {
  return isGzipped ? gzipSync(text, { level: 1 }) : Buffer.from(text);
}

function records(fields: (i: number) => string): Answer {
  const made: string[] = [];
  for (let size = 0; size < BYTES; size += (made.at(-1) as string).length + 1)
    made.push(record(made.length, fields(made.length)));
  return { text: wrapped(made.join(',')) };
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
