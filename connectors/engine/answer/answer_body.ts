import { ANSWER_LIMITS, type AnswerLimits } from '../../../lib/http/answer_limits.ts';
import { isSuccess } from '../../../lib/http/is_success.ts';
import type { OutboundResponse } from '../../../lib/http/outbound.ts';
import { type Json, parseJsonLines } from '../../../lib/json/json.ts';
import { currentTurn, type EventLoopTurn } from '../../../lib/loop/turn.ts';
import type { Format } from '../file/paging_facts.ts';
import { bodyInTurns, jsonLimits } from './classify.ts';
import { readCsv } from './csv.ts';
import { withinLimits } from './limit_failure.ts';
import { readXmlInTurns } from './xml.ts';

/**
 * Parses a response body and reports its format. JSON is tried first, even if the file declares another format, because
 * almost every provider sends errors as JSON. Without a declared format the content type decides. Parsing a large body
 * yields the event loop.
 */
export async function answerBody(
  response: OutboundResponse,
  declared: Format | undefined,
  name: string,
): Promise<{ body: Json | undefined; format: Format }> {
  const format = declared ?? formatOf(response);
  const { text, limits = ANSWER_LIMITS } = response;
  if (text.trim() === '') return { body: undefined, format: 'json' };
  const json = mayBeJson(text, format) ? await bodyInTurns(response, name) : undefined;
  if (json !== undefined || format === 'json') return { body: json, format: 'json' };
  const body = await withinLimits(name, () => readers[format](text, limits, currentTurn()));
  return { body: body ?? undefined, format };
}

/**
 * Whether the text can be JSON. A text with another beginning is not parsed, because the parser would count its values
 * first.
 */
function mayBeJson(text: string, format: Format): boolean {
  return format !== 'ndjson' && (format === 'json' || /^\s*[[{"\dtfn-]/.test(text));
}

type Reader = (text: string, limits: AnswerLimits, turn: EventLoopTurn) => Promise<Json | null>;

const readers: Record<Exclude<Format, 'json'>, Reader> = {
  csv: readCsv,
  ndjson: readLines,
  xml: readXmlInTurns,
};

/**
 * NDJSON: one value per line; the limits apply to all lines together. Null when a line is not JSON: the body was
 * truncated.
 */
async function readLines(text: string, limits: AnswerLimits, turn: EventLoopTurn): Promise<Json[] | null> {
  try {
    return await parseJsonLines(text, jsonLimits(limits), turn);
  } catch (err) {
    if (err instanceof SyntaxError) return null;
    throw err;
  }
}

function formatOf({ headers, status }: OutboundResponse): Format {
  const type = (headers['content-type'] ?? '').toLowerCase();
  if (!isSuccess({ status })) return 'json';
  if (/^text\/csv/.test(type)) return 'csv';
  if (/^application\/(x-)?(ndjson|jsonl|jsonlines|json-lines)/.test(type)) return 'ndjson';
  return /^(application|text)\/([\w.-]+\+)?xml/.test(type) ? 'xml' : 'json';
}

/** The `Accept` header for each format. */
export const ACCEPT_HEADERS: Record<Format, string> = {
  json: 'application/json',
  csv: 'text/csv, application/json;q=0.5',
  ndjson: 'application/x-ndjson, application/json;q=0.5',
  xml: 'application/xml, text/xml',
};
