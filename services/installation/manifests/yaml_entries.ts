import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Document, isMap, isScalar, isSeq, type Node, visit, type YAMLMap } from 'yaml';
import { type Issue, Problem } from '../../../lib/problem/problem.ts';
import type { Resolution } from '../destinations/destination.ts';
import { type Fault, type Path, pathText } from '../fault.ts';
import { type LocatedIssue, type ManifestEntries, type ManifestEntry, notDeployable } from './manifest_entries.ts';
import { MAX_DEPTH, MAX_FAULTS, MAX_VALUES, parseYamlNodes, tooDeep, tooMany } from './yaml_nodes.ts';

export type YamlEntries = ReturnType<typeof makeYamlEntries>;

/** Reads the entries of a manifest in YAML. Each fault has its line, column and path. Throws unprocessable. */
export function makeYamlEntries({ manifestEntries }: { manifestEntries: ManifestEntries }) {
  return async function yamlEntries(
    projectId: string,
    sourceYaml: string,
    resolution: Resolution = null,
  ): Promise<ManifestEntry[]> {
    const parsed = await parseManifest(sourceYaml);
    await nextTurn();
    if (parsed.syntaxFaults.length > 0) throw notDeployable(parsed.syntaxFaults.map(syntaxIssue));
    return manifestEntries(projectId, parsed.value, (fault) => locatedIssue(fault, parsed), resolution);
  };
}

function locatedIssue(fault: Fault, { positionOf }: ParsedManifest): LocatedIssue {
  const position = positionOf(fault.path);
  return { issue: issueAt(pathText(fault.path), fault, position), ...position };
}

function syntaxIssue({ position, message }: ParsedManifest['syntaxFaults'][number]): Issue {
  return issueAt('$', { message, rule: 'yaml-syntax' }, position);
}

function issueAt(
  name: string,
  { message, rule, suggestion }: Pick<Fault, 'message' | 'rule' | 'suggestion'>,
  { line, column }: Position,
): Issue {
  const detail = `line ${line}, column ${column}: ${message} (${rule})${suggestion ? ` ${suggestion}` : ''}`;
  return { in: 'body', name, detail };
}

/** Max repetitions of one anchor, including repetitions of anchors inside it. */
const MAX_REPETITIONS = 100;

/** Max length of a line that is searched for the cause of a fault. */
const MAX_LINE_LENGTH = 500;
const QUOTE_HINT = '. A value that begins with * must be in quotes';

type Position = { line: number; column: number };

/** The value of a manifest, the position of each node, and its syntax faults. Lines and columns start at 1. */
type ParsedManifest = {
  value: unknown;
  positionOf(path: Path): Position;
  syntaxFaults: { position: Position; message: string }[];
};

/**
 * Parses YAML 1.2 without blocking other requests (yaml_nodes.ts). Syntax faults are part of the result. Throws
 * unprocessable for a manifest beyond a limit.
 */
export async function parseManifest(source: string): Promise<ParsedManifest> {
  const { document, lines, faults } = await parseYamlNodes(source);
  const positionAt = (offset: number): Position => {
    const { line, col: column } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, column) };
  };
  const hintAt = (offset: number) => (hasBareStar(lineAt(source, offset)) ? QUOTE_HINT : '');
  const syntaxFaults = [...faults, ...(faults.length === 0 ? repeatedKeys(document).slice(0, MAX_FAULTS) : [])].map(
    ({ offset, message }) => ({ position: positionAt(offset), message: `${message}${hintAt(offset)}` }),
  );
  return {
    value: syntaxFaults.length > 0 ? undefined : expandedValue(document),
    positionOf: (path) => positionAt(offsetOf(document, path)),
    syntaxFaults,
  };
}

function lineAt(source: string, offset: number): string {
  const end = source.indexOf('\n', offset);
  return source.slice(source.lastIndexOf('\n', offset - 1) + 1, end < 0 ? undefined : end).slice(0, MAX_LINE_LENGTH);
}

/** True for a value such as the schedule `*\/5 * * * *`. Without quotes, YAML reads the first `*` as an alias. */
function hasBareStar(line: string): boolean {
  return /^[^'"#]*?[:-] +\*/.test(line);
}

/** Finds duplicate keys. The parser's own check is quadratic and takes minutes for a file with many keys. */
function repeatedKeys(document: Document): { offset: number; message: string }[] {
  const found: { offset: number; message: string }[] = [];
  try {
    visit(document, { Map: (_key, node) => void found.push(...repeatedKeysOf(node)) });
  } catch (error) {
    // The nesting is too deep for the stack. `expandedValue` refuses the document.
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

function repeatedKeysOf({ items }: YAMLMap): { offset: number; message: string }[] {
  const keys = new Set<unknown>();
  return items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    const isKnown = keys.has(key.value);
    keys.add(key.value);
    return isKnown ? [{ offset: key.range?.[0] ?? 0, message: 'Map keys must be unique' }] : [];
  });
}

/**
 * Expands the aliases. A few lines of aliases can expand to gigabytes, so the size of the expanded value is checked.
 */
function expandedValue(document: Document): unknown {
  const value = expandAliases(document);
  checkSize(value);
  return value;
}

function expandAliases(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_REPETITIONS });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooDeep(cause);
    if (/^Unresolved alias/.test((cause as Error).message)) throw noAnchor(cause);
    throw tooMany('aliases of one anchor', MAX_REPETITIONS);
  }
}

function noAnchor(cause: unknown): Problem {
  return new Problem('unprocessable', 'The manifest has an alias whose anchor is not set before it.', { cause });
}

function checkSize(root: unknown): void {
  let values = 0;
  const visitValue = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH) throw tooDeep();
    values += 1;
    if (values > MAX_VALUES) throw tooMany('values', MAX_VALUES);
    if (typeof value !== 'object' || value === null) return;
    for (const part of Object.values(value)) visitValue(part, depth + 1);
  };
  visitValue(root, 0);
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
