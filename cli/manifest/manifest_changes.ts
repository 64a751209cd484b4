/** `before` is undefined for an added value, `after` for a removed value. */
type Change = { path: string; before?: unknown; after?: unknown };

/** Keys that identify the entries of a list, so that an entry that moved is not reported as a change. */
const NAMES = ['objectName', 'fieldName', 'name'];

/** The differences between two versions of an integration's content, by path: `read.objects[contacts].schedule`. */
export function manifestChanges(before: unknown, after: unknown, path = ''): Change[] {
  if (before === undefined || after === undefined) return before === after ? [] : [changeOf(path, before, after)];
  const [old, fresh] = [partsOf(before), partsOf(after)];
  if (!old || !fresh || Array.isArray(before) !== Array.isArray(after))
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [changeOf(path, before, after)];
  const keys = [...new Set([...old.keys(), ...fresh.keys()])];
  return keys.flatMap((key) => manifestChanges(old.get(key), fresh.get(key), pathOf(path, key, before)));
}

/** `+ path: value`, `- path: value` or `~ path: before → after`. */
export function changeText({ path, before, after }: Change): string {
  if (before === undefined) return `+ ${path}: ${JSON.stringify(after)}`;
  if (after === undefined) return `- ${path}: ${JSON.stringify(before)}`;
  return `~ ${path}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`;
}

function changeOf(path: string, before: unknown, after: unknown): Change {
  return { path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

/** The parts of a list or an object, by key; null for any other value. */
function partsOf(value: unknown): Map<string, unknown> | null {
  if (Array.isArray(value)) return new Map(value.map((one, i) => [nameOf(one) ?? String(i), one]));
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null;
}

function nameOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const found = NAMES.map((key) => (entry as Record<string, unknown>)[key]).find((value) => typeof value === 'string');
  return found as string | undefined;
}

function pathOf(path: string, key: string, parent: unknown): string {
  if (Array.isArray(parent)) return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}
