import { setImmediate } from 'node:timers/promises';
import { ANSWER_LIMITS, AnswerLimitExceeded, type AnswerLimits } from '../../../lib/http/answer_limits.ts';
import { isSuccess } from '../../../lib/http/is_success.ts';
import type { OutboundResponse } from '../../../lib/http/outbound.ts';
import { type Json, parseJson } from '../../../lib/json/json.ts';
import { codesOf } from '../../../lib/json/json_codes.ts';
import { scanJson } from '../../../lib/json/json_scan.ts';
import type { Format } from '../file/paging_facts.ts';
import { bodyOf, largeBodyOf } from './classify.ts';
import { readCsv, readCsvInPortions } from './csv.ts';
import { withinLimits } from './limit_failure.ts';
import { limitSeparators } from './text_limits.ts';
import { readXml } from './xml.ts';

type AnswerBody = { body: Json | undefined; format: Format };

/**
 * Parses a response body and reports its format. JSON is tried first, even where the file declares another format:
 * almost every provider sends errors as JSON. Without a declared format the content type decides.
 */
function answerBody(response: OutboundResponse, declared: Format | undefined, name?: string): AnswerBody {
  const format = declared ?? formatOf(response);
  const json = format === 'ndjson' ? undefined : bodyOf(response, name);
  if (json !== undefined || response.text.trim() === '' || format === 'json') return { body: json, format: 'json' };
  const { text, limits = ANSWER_LIMITS } = response;
  return { body: withinLimits(name ?? 'The provider', () => readers[format](text, limits)) ?? undefined, format };
}

/** A longer answer is parsed in portions. A shorter one takes less than 50 ms. */
const LARGE = 1024 * 1024;

/** The same for an answer of any size: a large one does not keep other work waiting while it is parsed. */
export async function answerBodyInTurns(
  response: OutboundResponse,
  declared: Format | undefined,
  name: string,
): Promise<AnswerBody> {
  const format = declared ?? formatOf(response);
  const { text, limits = ANSWER_LIMITS } = response;
  if (text.length < LARGE || format === 'xml') return answerBody(response, declared, name);
  const isJson = format === 'json' || (format === 'csv' && /^\s*[[{]/.test(text));
  const json = isJson ? await largeBodyOf(response, name) : undefined;
  if (json !== undefined || format === 'json') return { body: json, format: 'json' };
  const portions = format === 'csv' ? readCsvInPortions(text, limits) : readLines(text, limits);
  return { body: (await inTurns(portions, name)) ?? undefined, format };
}

async function inTurns<T>(portions: Generator<void, T>, name: string): Promise<T> {
  for (;;) {
    const { done, value } = withinLimits(name, () => portions.next());
    if (done) return value;
    await setImmediate();
  }
}

const readers: Record<Exclude<Format, 'json'>, (text: string, limits: AnswerLimits) => Json | null> = {
  csv: readCsv,
  ndjson: (text, limits) => atOnce(readLines(text, limits)),
  xml: readXml,
};

function atOnce<T>(portions: Generator<void, T>): T {
  for (;;) {
    const { done, value } = portions.next();
    if (done) return value;
  }
}

/** Characters of NDJSON between two pauses. */
const PORTION = 128 * 1024;

/** NDJSON: one value per line, counted together. Null when any line is not JSON: the body was truncated. */
function* readLines(text: string, limits: AnswerLimits): Generator<void, Json[] | null> {
  limitSeparators(text, ['\n'], limits);
  limitJson(text, limits);
  const records: Json[] = [];
  for (let [at, pauseAt] = [0, PORTION]; at <= text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end === -1 ? text.length : end);
    at = end === -1 ? text.length + 1 : end + 1;
    if (line.trim() !== '') {
      const record = parsedLine(line);
      if (record === undefined) return null;
      records.push(record);
    }
    if (at < pauseAt) continue;
    pauseAt = at + PORTION;
    yield;
  }
  return records;
}

function parsedLine(line: string): Json | undefined {
  try {
    return parseJson(line);
  } catch (err) {
    if (err instanceof SyntaxError) return undefined;
    throw err;
  }
}

/** Counts the values of all lines together. A line that is not JSON ends the count, and is refused afterwards. */
function limitJson(text: string, max: AnswerLimits): void {
  const { values, depth } = scanJson(text, codesOf(text), { ...max, isWhole: true });
  if (depth > max.depth) throw new AnswerLimitExceeded('depth', max.depth);
  if (values > max.values) throw new AnswerLimitExceeded('values', max.values);
}

function formatOf({ headers, status }: OutboundResponse): Format {
  const type = (headers['content-type'] ?? '').toLowerCase();
  if (!isSuccess({ status })) return 'json';
  if (/^text\/csv/.test(type)) return 'csv';
  if (/^application\/(x-)?(ndjson|jsonl|jsonlines|json-lines)/.test(type)) return 'ndjson';
  return /^(application|text)\/([\w.-]+\+)?xml/.test(type) ? 'xml' : 'json';
}

/** The `Accept` header for each format. */
export const ACCEPTED: Record<Format, string> = {
  json: 'application/json',
  csv: 'text/csv, application/json;q=0.5',
  ndjson: 'application/x-ndjson, application/json;q=0.5',
  xml: 'application/xml, text/xml',
};
