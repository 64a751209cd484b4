/**
 * The CRM's records are computed, not stored: each is a pure function of (seed, object, index). So any number of
 * records costs no memory, and a test can compute which records it should receive.
 *
 * `updated_at` never decreases with the index. So a time filter is a range of indexes, found by binary search, and a
 * page is computed without the records before it.
 */
import { fields, stages } from './fields.ts';

const objectNames = ['contacts', 'companies', 'deals'] as const;
export type ObjectName = (typeof objectNames)[number];

/** Each object has `records` records, updated within the 90 days before `epoch` (Unix milliseconds). */
export type RecordSpace = { seed: number; records: number; epoch: number };

const windowMs = 90 * 24 * 3_600_000;
const yearMs = 365 * 24 * 3_600_000;

/**
 * Numbers that a double cannot represent. A client that parses them with JSON.parse changes them, and tests detect it.
 */
const bigNumber = '12345678901234567890';
const preciseNumber = '0.1000000000000000055';

const firstNames = [
  'Ada',
  'Björn',
  'Chiara',
  'Dmitri',
  'Elif',
  'Fatou',
  'Grace',
  'Hiro',
  'Inés',
  'Jonas',
  'Kavya',
  'Łukasz',
  'Mona',
  'Ngozi',
  'Olga',
  'Paulo',
];
const lastNames = [
  'Almeida',
  'Brandt',
  'Castro',
  'Dubois',
  'Eriksen',
  'Ferrari',
  'García',
  'Hansen',
  'Ito',
  'Jansen',
  'Kovač',
  'Lindqvist',
  'Müller',
  'Novak',
  "O'Neill",
  'Park',
];
const places = [
  ['Oslo', 'NO'],
  ['Zürich', 'CH'],
  ['São Paulo', 'BR'],
  ['København', 'DK'],
  ['Łódź', 'PL'],
  ['Nairobi', 'KE'],
  ['東京', 'JP'],
  ['Toronto', 'CA'],
];
const owners = ['Nora Berg', 'Sam Okafor', 'Lena Fischer', 'Tomás Ruiz', 'Yuki Tanaka'];
const sentences = [
  'Asked for a quote on the yearly plan.',
  'Prefers to be called in the afternoon.',
  'Met at the trade fair, wants a demo.',
  'Waiting for approval from the board.',
  'Renewed last spring \\"without a fuss\\".',
  'Will decide once the audit is over.',
];

export function isObjectName(name: string): name is ObjectName {
  return (objectNames as readonly string[]).includes(name);
}

/** The id of the record at `index`, from 0: `contacts-0000001` is the first. */
export function recordId(object: ObjectName, index: number): string {
  return `${object}-${String(index + 1).padStart(7, '0')}`;
}

/** The index of an id from `recordId`, or null if no computed record has the id. */
export function indexOfId(space: RecordSpace, object: ObjectName, id: string): number | null {
  const index = Number(id.slice(object.length + 1)) - 1;
  const inSpace = Number.isInteger(index) && index >= 0 && index < space.records;
  return inSpace && recordId(object, index) === id ? index : null;
}

/** When the record at `index` was last updated, in Unix milliseconds. Never decreases with the index. */
export function updatedAt({ seed, records, epoch }: RecordSpace, index: number): number {
  const step = windowMs / Math.max(records, 1);
  return Math.floor(epoch - windowMs + (index + mix(seed, index) / 0x1_0000_0000) * step);
}

/** The first index updated at or after `time` (`space.records` when there is none). */
export function firstIndexFrom(space: RecordSpace, time: number): number {
  let low = 0;
  let high = space.records;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (updatedAt(space, middle) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The JSON text of each field's value of a record, in the order of `fields` (fields.ts). */
export function valueTexts(
  space: RecordSpace,
  object: ObjectName,
  index: number,
  updateTime = updatedAt(space, index),
): string[] {
  const dice = mix(space.seed + object.length * 7919, index);
  const more = mix(dice, index);
  const first = firstNames[dice & 15]!;
  const last = lastNames[(dice >>> 4) & 15]!;
  const [city, country] = places[(dice >>> 8) & 7]!;
  const owner = (dice >>> 11) % owners.length;
  return [
    `"${recordId(object, index)}"`,
    `"${new Date(Math.min(updateTime, space.epoch) - (more % yearMs)).toISOString()}"`,
    `"${new Date(updateTime).toISOString()}"`,
    `"${nameOf(object, first, last, index)}"`,
    `"${first}"`,
    `"${last}"`,
    `"person${index + 1}@${object}.example.com"`,
    `"+47 ${String((more % 90_000_000) + 10_000_000)}"`,
    `"${city}"`,
    `"${country}"`,
    String((more % 10_000) / 100),
    (more & 1) === 1 ? 'true' : 'false',
    `"${stages[(more >>> 1) % stages.length]}"`,
    `"${sentences[(more >>> 4) % sentences.length]} ${sentences[(more >>> 8) % sentences.length]}"`,
    `{"id":"owner-${owner + 1}","name":"${owners[owner]}"}`,
    bigNumber,
    preciseNumber,
  ];
}

const keys = fields.map(({ name }) => `"${name}":`);
const everyField = fields.map((_, index) => index);

/** One record's JSON text, from the result of `valueTexts`. `chosen`: positions in `fields`; null for all fields. */
export function recordText(texts: readonly string[], chosen: readonly number[] | null): string {
  let text = '{';
  for (const position of chosen ?? everyField) {
    text += `${text.length > 1 ? ',' : ''}${keys[position]}${texts[position]}`;
  }
  return `${text}}`;
}

function nameOf(object: ObjectName, first: string, last: string, index: number): string {
  if (object === 'contacts') return `${first} ${last}`;
  return object === 'companies' ? `${last} & ${first} Ltd` : `Deal ${index + 1} with ${last}`;
}

/** Hashes a pair to 32 bits (the finalizer of MurmurHash3). */
function mix(seed: number, index: number): number {
  let hash = (seed ^ Math.imul(index + 1, 0x9e3779b1)) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
