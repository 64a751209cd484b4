/** Reads and writes XML. xml_reader.ts says which parts of XML are read. */
import { ANSWER_LIMITS, type AnswerLimits } from '../../../lib/http/answer_limits.ts';
import { type JsonObject, MAX_DEPTH } from '../../../lib/json/json.ts';
import { currentTurn, type EventLoopTurn } from '../../../lib/loop/turn.ts';
import { jsonLimits } from './classify.ts';
import { xmlReader } from './xml_reader.ts';
import { isXmlCharacter } from './xml_text.ts';

/** Elements in order, by name. A list repeats the element. */
export type Xml = string | XmlElements;
export type XmlElements = { [name: string]: Xml | Xml[] | undefined };

/**
 * Writes `{a: '1', b: '2'}` as `<a>1</a><b>2</b>`. Texts are escaped. Names are not escaped and may include attributes,
 * so they must be trusted.
 */
export function writeXml(elements: XmlElements): string {
  return Object.entries(elements)
    .flatMap(([name, content]) => (content === undefined ? [] : [content].flat().map((one) => element(name, one))))
    .join('');
}

function element(name: string, content: Xml): string {
  const inside = typeof content === 'string' ? escapeXml(content) : writeXml(content);
  return `<${name}>${inside}</${name.split(' ')[0]}>`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes a text. Removes characters that XML does not allow. */
function escapeXml(text: string): string {
  return [...text]
    .filter((character) => isXmlCharacter(character.codePointAt(0) as number))
    .map((character) => ESCAPES[character] ?? character)
    .join('');
}

/**
 * Parses XML to elements by name, without namespace prefixes and attributes. Null for malformed XML or a DOCTYPE.
 * Throws AnswerLimitExceeded.
 */
export function readXml(text: string, limits: AnswerLimits = ANSWER_LIMITS): JsonObject | null {
  const reader = begun(text, limits);
  let step = reader.next();
  while (!step.done) step = reader.next();
  return step.value;
}

/** Like `readXml`, for a text of any size: yields the event loop. */
export async function readXmlInTurns(
  text: string,
  limits: AnswerLimits,
  turn: EventLoopTurn = currentTurn(),
): Promise<JsonObject | null> {
  const reader = begun(text, limits);
  for (let step = reader.next(); ; step = reader.next()) {
    if (step.done) return step.value;
    await turn.pause();
  }
}

function begun(text: string, limits: AnswerLimits) {
  const max = jsonLimits(limits);
  return xmlReader(text, { ...max, depth: Math.min(max.depth, MAX_DEPTH) });
}
