import { setImmediate as nextTurn } from 'node:timers/promises';
import { Composer, type CST, Document, Lexer, LineCounter, Parser, type YAMLError } from 'yaml';
import { Problem } from '../../../lib/problem/problem.ts';

/**
 * Parses YAML without blocking other requests. The lexer pauses regularly. The composer cannot pause, so its input has
 * a max number of lines, values, levels and faults.
 */

/**
 * Equal to the max number of values in a JSON body (gateway/http/body.ts). A manifest of 100 integrations has about
 * 2,000 values.
 */
export const MAX_VALUES = 20_000;
const MAX_LINES = 20_000;
/** Max aliases, because the library searches all anchors for each alias. */
const MAX_ALIASES = 200;
/** Max depth of the document. A real manifest is far less deep; a deeper document is an attack. */
export const MAX_DEPTH = 30;
/** More faults are not useful, and each fault takes as much time as ten values. */
export const MAX_FAULTS = 100;
/** Lexemes between two pauses: some milliseconds of work. */
const LEXEMES_PER_SLICE = 2_000;

const OPENING_BRACKETS = new Set(['[', '{']);
const CLOSING_BRACKETS = new Set([']', '}']);
/** The character that the lexer puts before a plain scalar. */
const SCALAR_MARK = '\u001f';

type YamlFault = { offset: number; message: string };
type YamlNodes = { document: Document; lines: LineCounter; faults: YamlFault[] };

/**
 * Parses YAML. The result includes syntax faults. Throws unprocessable, which names the limit, when the source exceeds
 * a limit.
 */
export async function parseYamlNodes(source: string): Promise<YamlNodes> {
  const lines = new LineCounter();
  const { tokens, faults } = await tokensOf(source, lines);
  if (faults.length > MAX_FAULTS) return { document: new Document(null), lines, faults };
  await nextTurn();
  const composed = composeDocument(tokens, source.length);
  await nextTurn();
  return { ...composed, lines };
}

export function tooMany(what: string, max: number): Problem {
  return new Problem('unprocessable', `The manifest has more than ${max} ${what}.`, {
    remedy: 'Deploy its integrations in several manifests.',
    context: { max },
  });
}

export function tooDeep(cause?: unknown): Problem {
  return new Problem('unprocessable', `The manifest is nested deeper than ${MAX_DEPTH} levels.`, {
    context: { max: MAX_DEPTH },
    cause,
  });
}

/**
 * Splits the source into tokens for the composer. `faults`: the faults that the parser found. They only serve to stop
 * early: the composer reports the same faults again.
 */
async function tokensOf(source: string, lines: LineCounter): Promise<{ tokens: CST.Token[]; faults: YamlFault[] }> {
  if (countOf('\n', source, MAX_LINES) > MAX_LINES) throw tooMany('lines', MAX_LINES);
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  const count = { values: 0, aliases: 0, depth: 0, read: 0 };
  const tokens: CST.Token[] = [];
  const faults: YamlFault[] = [];
  const keep = (token: CST.Token) => {
    if (token.type === 'error') faults.push({ offset: token.offset, message: token.message });
    tokens.push(token);
  };
  for (const lexeme of new Lexer().lex(source)) {
    countLexeme(lexeme, count);
    for (const token of parser.next(lexeme)) keep(token);
    if (faults.length > MAX_FAULTS) return { tokens, faults };
    if ((count.read += 1) % LEXEMES_PER_SLICE === 0) await nextTurn();
  }
  for (const token of parser.end()) keep(token);
  return { tokens, faults };
}

/**
 * Counts scalars, aliases, lists, objects and list items as values; blanks, comments and punctuation do not count.
 * Throws unprocessable when a count exceeds its limit.
 */
function countLexeme(lexeme: string, count: { values: number; aliases: number; depth: number }): void {
  const [first = ''] = lexeme;
  if (OPENING_BRACKETS.has(lexeme)) count.depth += 1;
  else if (CLOSING_BRACKETS.has(lexeme)) count.depth -= 1;
  if (count.depth > MAX_DEPTH) throw tooDeep();
  if (first === '*' && (count.aliases += 1) > MAX_ALIASES) throw tooMany('aliases', MAX_ALIASES);
  if (!isValue(lexeme, first)) return;
  count.values += 1;
  if (count.values > MAX_VALUES) throw tooMany('values', MAX_VALUES);
}

function isValue(lexeme: string, first: string): boolean {
  if (lexeme === SCALAR_MARK || OPENING_BRACKETS.has(lexeme)) return true;
  return (
    first === '"' || first === "'" || first === '*' || first === '-' || first === '?' || first === '|' || first === '>'
  );
}

function countOf(mark: string, text: string, max: number): number {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0 && count <= max; at = text.indexOf(mark, at + 1)) count += 1;
  return count;
}

/** Thrown by our error handler to stop the composer, because the composer has no limit on faults. */
class TooManyFaults extends Error {}

/** Composes the first document. If the source has a second document, this is a fault. */
function composeDocument(tokens: CST.Token[], length: number): { document: Document; faults: YamlFault[] } {
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false, version: '1.2' });
  const found = collectFaults(composer);
  try {
    const [document, further] = firstTwo(composer.compose(tokens, true, length));
    const faults = document.errors.map(faultOf);
    if (further) faults.push({ offset: further.range[0], message: 'Source contains multiple documents' });
    return { document, faults };
  } catch (error) {
    if (error instanceof TooManyFaults) return { document: new Document(null), faults: found };
    if (error instanceof RangeError) throw tooDeep(error);
    throw error;
  }
}

function collectFaults(composer: Composer): YamlFault[] {
  const found: YamlFault[] = [];
  const report = composer['onError'];
  composer['onError'] = (source: CST.Token, code: string, message: string, isWarning?: boolean) => {
    if (isWarning) return;
    if (found.length >= MAX_FAULTS) throw new TooManyFaults();
    // The composer reports an exhausted stack as a fault of the text.
    if (code === 'RESOURCE_EXHAUSTION') throw new RangeError(message);
    report(source, code, message);
    found.push(...composer['errors'].slice(-1).map(faultOf));
  };
  return found;
}

function faultOf({ pos, message }: YAMLError): YamlFault {
  return { offset: pos[0], message: message.split('\n')[0] ?? message };
}

function firstTwo(documents: Iterable<unknown>): [Document.Parsed, Document.Parsed | undefined] {
  const two: Document.Parsed[] = [];
  for (const one of documents) {
    two.push(one as Document.Parsed);
    if (two.length === 2) break;
  }
  return [two[0] as Document.Parsed, two[1]];
}
