/**
 * XML for the few providers that speak it. Written with everything escaped; read with no document type, no entities but
 * the five that XML itself knows, and bounded nesting, so that an answer can neither grow nor reach for anything.
 */
import { XMLParser } from 'fast-xml-parser';
import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts';

/** Elements by name, in order; a list is the element again and again. */
export type Xml = string | XmlElements;
export type XmlElements = { [name: string]: Xml | Xml[] | undefined };

/** `<a>1</a><b>2</b>` of `{a: '1', b: '2'}`. Names come from code, never from outside; a name may carry attributes. */
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

/** Characters that XML cannot carry at all are left out. */
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

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  maxNestedTags: 60,
  tagValueProcessor: (_name, text) => unescapeXml(text),
});

/** The elements by name without prefix, texts as texts; null when it is no XML or tries to be more. */
export function readXml(text: string): JsonObject | null {
  if (!/^\s*</.test(text) || /<!(DOCTYPE|ENTITY)/i.test(text)) return null;
  try {
    const tree = parser.parse(text) as Json;
    return isObject(tree) && Object.keys(tree).length > 0 ? tree : null;
  } catch {
    // The parser throws plain Errors for what is malformed or too deep.
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
