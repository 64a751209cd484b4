/**
 * Reads XML. Refuses document types, knows only the predefined entities, and ignores attributes, comments and
 * processing instructions. So a response cannot expand entities or load anything. The reader can pause at any element
 * of any depth, because reading a large text in one step would block the event loop for seconds.
 */
import type { Json, JsonLimits, JsonObject } from '../../../lib/json/json.ts';
import { inPortions, PORTION, unescapeXml, withNewlines } from './xml_text.ts';

/** An element that is being read. */
type Open = {
  /** The name as written, with its prefix. */
  name: string;
  elements: JsonObject;
  /** The number of different child names. */
  names: number;
  text: string;
};

/** The key for the text of an element that also has child elements. */
const TEXT = '#text';
const [DOUBLE_QUOTE, QUOTE, GREATER] = [0x22, 0x27, 0x3e];
const NAME = /^[a-z_:\u0080-\uffff][^\s/]*/i;

/**
 * Yields after each portion. Returns null for malformed XML. Calls `max.exceeded`, which throws, when a limit is
 * exceeded.
 */
export function* xmlReader(text: string, max: JsonLimits): Generator<undefined, JsonObject | null> {
  if (!/^\s*</.test(text)) return null;
  const document = opened('');
  const around: Open[] = [];
  let inside = document;
  /** The text since the last tag. White space at its ends is dropped, but not white space around a comment. */
  let run = '';
  let tags = 0;
  let at = 0;
  for (let until = PORTION; ; ) {
    const start = text.indexOf('<', at);
    run += text.slice(at, start === -1 ? text.length : start);
    if (start === -1) break;
    tags += 1;
    if (tags > max.values) max.exceeded('values', max.values);
    const end = markupEnd(text, start);
    if (end === -1) return null;
    at = end;
    if (at >= until) {
      yield;
      until = at + PORTION;
    }
    if (text.startsWith('<!--', start) || text.startsWith('<?', start)) continue;
    if (run !== '') inside.text += yield* inPortions(run.trim(), unescapeXml);
    run = '';
    if (text.startsWith(CDATA, start))
      inside.text += yield* inPortions(text.slice(start + CDATA.length, end - 3), withNewlines);
    else if (text[start + 1] === '/') {
      const parent = around.pop();
      if (!parent || text.slice(start + 2, end - 1).trim() !== inside.name) return null;
      put(parent, inside, max);
      inside = parent;
    } else {
      const name = NAME.exec(text.slice(start + 1, end - 1))?.[0];
      if (!name) return null;
      if (text[end - 2] === '/') put(inside, opened(name), max);
      else {
        if (around.push(inside) > max.depth) max.exceeded('depth', max.depth);
        inside = opened(name);
      }
    }
  }
  return inside === document && document.names > 0 ? document.elements : null;
}

const CDATA = '<![CDATA[';

/**
 * The position after a tag, a comment, a CDATA section or a processing instruction; -1 if the markup does not end, or
 * is of another kind.
 */
function markupEnd(text: string, start: number): number {
  if (text.startsWith('<!--', start)) return after(text, '-->', start + 4);
  if (text.startsWith(CDATA, start)) return after(text, ']]>', start + CDATA.length);
  if (text.startsWith('<?', start)) return after(text, '?>', start + 2);
  return text[start + 1] === '!' ? -1 : tagEnd(text, start + 1);
}

function after(text: string, close: string, at: number): number {
  const found = text.indexOf(close, at);
  return found === -1 ? -1 : found + close.length;
}

/** The position after a tag. An attribute value may contain `>`. */
function tagEnd(text: string, at: number): number {
  for (let i = at; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit === GREATER) return i + 1;
    if (unit !== QUOTE && unit !== DOUBLE_QUOTE) continue;
    i = text.indexOf(text[i] as string, i + 1);
    if (i === -1) return -1;
  }
  return -1;
}

function opened(name: string): Open {
  return { name, elements: {}, names: 0, text: '' };
}

/** Adds a child element to its parent. A repeated name makes a list. */
function put(parent: Open, { name: written, elements, names, text }: Open, max: JsonLimits): void {
  if (names > 0 && text !== '') elements[TEXT] = text;
  const value: Json = names > 0 ? elements : text;
  const name = written.slice(written.indexOf(':') + 1);
  const there = Object.hasOwn(parent.elements, name) ? parent.elements[name] : undefined;
  let members = parent.names + 1;
  if (Array.isArray(there)) members = there.push(value);
  else if (there !== undefined) parent.elements[name] = [there, value];
  else {
    // Assigning to `__proto__` would change the prototype.
    if (name === '__proto__') Object.defineProperty(parent.elements, name, { ...OWN, value });
    else parent.elements[name] = value;
    parent.names += 1;
  }
  if (members > max.members) max.exceeded('members', max.members);
}

const OWN = { writable: true, enumerable: true, configurable: true };
