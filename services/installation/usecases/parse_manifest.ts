import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type YAMLMap,
} from 'yaml';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Path } from '../domain/manifest.ts';

export type Position = { line: number; column: number };

/** The value of a manifest, the position of each node, and its syntax faults. Lines and columns start at 1. */
export type ParsedManifest = {
  value: unknown;
  positionOf(path: Path): Position;
  syntaxFaults: { position: Position; message: string }[];
};

/** Far deeper than a real manifest. A deeper document is an attack. */
const MAX_DEPTH = 30;

/** Parses YAML 1.2. Syntax faults are part of the result. Throws unprocessable for excessive nesting or aliases. */
export function parseManifest(source: string): ParsedManifest {
  const lines = new LineCounter();
  const document = parseDocument(source, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    version: '1.2',
  });
  const positionAt = (offset: number): Position => {
    const { line, col: column } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, column) };
  };
  const syntaxFaults = [
    ...document.errors.map(({ pos, message }) => ({ offset: pos[0], message: message.split('\n')[0] ?? message })),
    ...(document.errors.length === 0 ? repeatedKeys(document) : []),
  ].map(({ offset, message }) => ({ position: positionAt(offset), message }));
  return {
    value: syntaxFaults.length > 0 ? undefined : valueOf(document),
    positionOf: (path) => positionAt(offsetOf(document, path)),
    syntaxFaults,
  };
}

/** Finds duplicate keys. The parser's own check is quadratic and takes minutes for a file with many keys. */
function repeatedKeys(document: Document): { offset: number; message: string }[] {
  const found: { offset: number; message: string }[] = [];
  try {
    visit(document, { Map: (_key, node) => void found.push(...repeatedIn(node)) });
  } catch (error) {
    // The nesting exceeds the stack. `valueOf` refuses it.
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

function repeatedIn({ items }: YAMLMap): { offset: number; message: string }[] {
  const keys = new Set<unknown>();
  return items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    const isKnown = keys.has(key.value);
    keys.add(key.value);
    return isKnown ? [{ offset: key.range?.[0] ?? 0, message: 'Map keys must be unique' }] : [];
  });
}

/** Limits aliases: a few lines of them can expand to gigabytes. */
function valueOf(document: Document): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (depthOf(value) > MAX_DEPTH) throw new Error('too deep');
    return value;
  } catch (cause) {
    throw new Problem('unprocessable', 'The manifest has too many levels or too many aliases.', { cause });
  }
}

function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return depth;
  return Math.max(depth, ...Object.values(value).map((part) => depthOf(part, depth + 1)));
}

/** The offset of the key or list item that a path addresses. For a missing part, the offset of its parent. */
function offsetOf(document: Document, path: Path): number {
  let node = document.contents as Node | null;
  let offset = node?.range?.[0] ?? 0;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === part);
      if (!pair) return offset;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
    } else if (isSeq(node) && typeof part === 'number') {
      node = (node.items[part] ?? null) as Node | null;
      offset = node?.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}
