import { type Document, isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import { accountFaults, idTokenFaults, signInHostFaults } from '../auth/account_check.ts';
import type { PathFault } from '../file/path_fault.ts';
import type { Provider } from '../file/provider.ts';
import { undeclaredPaging, warningsAboutLists } from './list_faults.ts';
import { meaningFaults } from './meaning_check.ts';
import { schemaFaults } from './schema_check.ts';

/** One fault of a provider file: line (from 1), dotted path, what is wrong, and a hint how to correct it. */
export type FileFault = { line: number; path: string; detail: string; hint?: string };
/**
 * `faults`: why the file cannot be used. `refusals`: objects that the engine refuses to read and sign-ins that it
 * refuses to start; the rest of the file can be used. `warnings`: settings that may lose records. `provider`: null if
 * there are faults.
 */
export type CheckedFile = {
  faults: FileFault[];
  refusals: FileFault[];
  warnings: FileFault[];
  provider: Provider | null;
};

/** All faults and refusals in the text of a provider file. An empty list means that the file is valid. */
export function checkProviderFile(text: string): FileFault[] {
  const { faults, refusals } = readProviderFile(text);
  return [...faults, ...refusals];
}

/** Parses and checks the text of a provider file: the provider, or the faults. */
export function readProviderFile(text: string): CheckedFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const broken = document.errors.map((error) => ({
    line: lines.linePos(error.pos[0]).line,
    path: '',
    detail: (error.message.split('\n')[0] ?? '').replace(/ at line \d.*$/, ''),
  }));
  if (broken.length > 0) return { ...NOTHING, faults: broken };
  const value: unknown = document.toJS();
  const found = schemaFaults(value);
  const faults = found.length > 0 ? found : meaningFaults(value as Provider);
  const placed = (fault: PathFault) => ({
    line: lineOf(document, lines, fault),
    path: fault.keys.join('.'),
    detail: fault.detail,
    ...(fault.hint !== undefined && { hint: fault.hint }),
  });
  if (faults.length > 0) return { ...NOTHING, faults: faults.map(placed) };
  const provider = value as Provider;
  return {
    faults: [],
    refusals: [undeclaredPaging, accountFaults, idTokenFaults, signInHostFaults]
      .flatMap((find) => find(provider))
      .map(placed),
    warnings: warningsAboutLists(provider).map(placed),
    provider,
  };
}

const NOTHING: CheckedFile = { faults: [], refusals: [], warnings: [], provider: null };

/** The line of the faulty key, or of its nearest ancestor that exists. */
function lineOf(document: Document, lines: LineCounter, { keys }: PathFault): number {
  for (let length = keys.length; length > 0; length -= 1) {
    const offset = offsetOf(document, keys.slice(0, length));
    if (offset !== undefined) return lines.linePos(offset).line;
  }
  return 1;
}

function offsetOf(document: Document, keys: readonly string[]): number | undefined {
  const parent: unknown = keys.length > 1 ? document.getIn(keys.slice(0, -1), true) : document.contents;
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === keys.at(-1));
    return (pair?.key as Node | undefined)?.range?.[0];
  }
  return (document.getIn(keys, true) as Node | undefined)?.range?.[0];
}
