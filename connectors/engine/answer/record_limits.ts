import { Buffer } from 'node:buffer';
import { type AnswerLimits, LIMIT_SETTINGS } from '../../../lib/http/answer_limits.ts';
import { ExactNumber } from '../../../lib/json/exact_number.ts';
import type { Json } from '../../../lib/json/json.ts';
import { currentTurn, type EventLoopTurn } from '../../../lib/loop/turn.ts';
import { portionEnd } from '../../../lib/loop/utf8_in_turns.ts';
import { ProviderFailure } from './failure.ts';

type Limits = Pick<AnswerLimits, 'recordValues' | 'recordBytes'>;
/** The response that contains the records: its number of characters, and its limits. */
type ResponseSize = { size: number; limits: AnswerLimits };

/**
 * Checks the size of each record. Later steps handle a whole record at a time, so a very large record would block other
 * work. Throws ProviderFailure for the first record that is too large; the message has its position, and its id if `id`
 * is a text or a number.
 */
export async function checkRecordSizes(
  name: string,
  records: readonly Json[],
  { size, limits }: ResponseSize,
): Promise<void> {
  // Each value takes at least one character of the response, and each character at most six bytes.
  if (size <= limits.recordValues && 6 * size <= limits.recordBytes) return;
  const turn = currentTurn();
  for (const [i, record] of records.entries()) {
    await turn.pause();
    const exceeded = await exceededBy(record, limits, turn);
    if (exceeded) throw tooLarge(name, { exceeded, max: limits[exceeded], place: i + 1, id: plainId(record) });
  }
}

async function exceededBy(record: Json, limits: Limits, turn: EventLoopTurn): Promise<keyof Limits | null> {
  const rest: Json[] = [record];
  let [values, bytes] = [0, 0];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    values += 1;
    if (typeof value === 'string')
      bytes += value.length > PORTION ? await longBytes(value, limits.recordBytes, turn) : writtenBytes(value);
    else if (value instanceof ExactNumber) bytes += value.text.length;
    else if (Array.isArray(value)) {
      // A list that exceeds the limit is not copied.
      if (values + value.length > limits.recordValues) return 'recordValues';
      for (const item of value) rest.push(item);
    } else if (typeof value === 'object' && value !== null) {
      for (const key in value) {
        bytes += key.length > PORTION ? await longBytes(key, limits.recordBytes, turn) : writtenBytes(key);
        rest.push(value[key] as Json);
        if (rest.length > limits.recordValues) return 'recordValues';
      }
    }
    if (values > limits.recordValues) return 'recordValues';
    if (bytes > limits.recordBytes) return 'recordBytes';
    if (values % 1_000 === 0) await turn.pause();
  }
  return null;
}

/** The number of characters that are counted in one step, before other work gets a turn. */
const PORTION = 64 * 1024;
/** Characters that JSON may write as an escape of several characters. */
const ESCAPED = /[\p{Cc}"\\]/u;

/**
 * The number of UTF-8 bytes, with JSON's escapes. Counting stops above `max`, because counting a very long text takes
 * long.
 */
async function longBytes(text: string, max: number, turn: EventLoopTurn): Promise<number> {
  if (text.length > max) return text.length;
  let bytes = 0;
  for (let at = 0; at < text.length && bytes <= max; ) {
    const end = portionEnd(text, at + PORTION);
    bytes += writtenBytes(text.slice(at, end));
    at = end;
    await turn.pause();
  }
  return bytes;
}

function writtenBytes(text: string): number {
  const quotes = 2;
  return ESCAPED.test(text) ? Buffer.byteLength(JSON.stringify(text)) - quotes : Buffer.byteLength(text);
}

function plainId(record: Json): string {
  const id = typeof record === 'object' && record !== null && 'id' in record ? record['id'] : null;
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 100) : '';
}

type Fault = { exceeded: keyof Limits; max: number; place: number; id: string };

function tooLarge(name: string, { exceeded, max, place, id }: Fault): ProviderFailure {
  const what = exceeded === 'recordValues' ? `${max} values` : `${max} bytes`;
  const message =
    `${name} sent a record of more than ${what} (record ${place} of the answer${id && `, id ${id}`}), so it was not ` +
    `read. Ask for fewer fields, or raise ${LIMIT_SETTINGS[exceeded]}.`;
  return new ProviderFailure('badRequest', message, { exceeded });
}
