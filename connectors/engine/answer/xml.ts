/**
 * Reads and writes XML. Writing escapes everything. Reading refuses document types, knows only the five predefined
 * entities and limits nesting, so a response can neither expand nor load external entities.
 */
import { XMLParser } from 'fast-xml-parser';
import type { AnswerLimits } from '../../../lib/http/answer_limits.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { limitTags } from './text_limits.ts';

/** Elements by name, in order. A list repeats the element. */
export type Xml = string | XmlElements;
export type XmlElements = { [name: string]: Xml | Xml[] | undefined };

/**
 * Writes `{a: '1', b: '2'}` as `<a>1</a><b>2</b>`. Names are not escaped and may carry attributes: they must be
 * trusted.
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

/** Escapes a text. Characters that XML does not allow are removed. */
function escapeXml(text: string): string {
  return [...text]
    .filter((character) => isXmlCharacter(character.codePointAt(0) as number))
    .map((character) => ESCAPES[character] ?? character)
    .join('');
}

function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code < 0xd800 || (code > 0xdfff && code !== 0xfffe && code !== 0xffff);
}

/** Every reader of the elements recurses. */
const MAX_LEVELS = 2_000;

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  maxNestedTags: MAX_LEVELS,
  tagValueProcessor: (_name, text) => unescapeXml(text),
});

/**
 * Parses XML to elements by name, without namespace prefixes. Null for malformed XML, a DOCTYPE or an ENTITY.
 * Throws AnswerLimitExceeded.
 */
export function readXml(text: string, limits?: AnswerLimits): JsonObject | null {
  limitTags(text, limits && { ...limits, depth: Math.min(limits.depth, MAX_LEVELS) });
  if (!/^\s*</.test(text) || /<!(DOCTYPE|ENTITY)/i.test(text)) return null;
  try {
    const tree = parser.parse(text) as Json;
    return isObject(tree) && Object.keys(tree).length > 0 ? tree : null;
  } catch {
    // The parser throws plain Errors for malformed or too deeply nested input.
    return null;
  }
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (all, decimal, hex, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? all;
    const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16);
    return code <= 0x10ffff && isXmlCharacter(code) ? String.fromCodePoint(code) : all;
  });
}
