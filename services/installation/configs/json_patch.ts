/**
 * A subset of RFC 6902 (add, replace, remove) over RFC 6901 pointers, for changing a part of a stored config.
 *
 * It is written here because the published libraries are unsafe for a stored config: they reach prototypes, follow
 * `/toString`, accept `01` as an index, or apply a change in the wrong place and report success. This implementation is
 * safe because:
 *
 * - The original is not mutated. The first step that changes a container copies it; later steps change the copy, so
 *   that many changes of a large container are fast. If the fifth change fails, there is nothing to undo.
 * - Only own members are followed. The three names that lead to prototypes are refused anywhere in a path.
 * - An index is `0` or digits without a leading zero, within the list. `-` only appends.
 * - The root can't be replaced or removed: a pointer has at least one segment.
 *
 * `add` on an existing member replaces it, as the RFC says; in a list it inserts. The patch applies to the effective
 * config, which includes values inherited from the revision. `replace` of an inherited value stores the new value in
 * the installation's config. `add` creates missing parents if the schema has them. A field can be selected without an
 * entry in `selectedFields`: `replace` then adds the entry, and `remove` stores `false`.
 */
import { isObject, type Json, type JsonObject, stringifyJson } from '../../../lib/json/json.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { anyShape, type Shape } from '../shape.ts';

export type PatchChange = { op: 'add' | 'replace' | 'remove'; path: string; value?: Json | undefined };

const MAX_PATH_BYTES = 512;
const MAX_SEGMENTS = 16;
const MAX_VALUE_DEPTH = 16;
const MAX_VALUE_LENGTH = 65_536;
const INDEX_PATTERN = /^(?:0|[1-9]\d{0,4})$/;
const FORBIDDEN_SEGMENTS = new Set(['__proto__', 'prototype', 'constructor']);

/**
 * `inherited`: values of the revision. `shape`: the shape of the document. `isSelected`: whether a field without an
 * entry is selected.
 */
type PatchContext = {
  inherited?: JsonObject;
  shape?: Shape;
  isSelected?: (document: JsonObject, field: string) => boolean;
};

/**
 * Applies all changes or none. Throws invalidArgument for a malformed change, unprocessable for a change that does not
 * fit the document.
 */
export function applyPatch(
  document: JsonObject,
  changes: readonly PatchChange[],
  context: PatchContext = {},
): JsonObject {
  const { inherited = {}, shape = anyShape } = context;
  const steps = changes.map((change, i) => ({ change, i, segments: segmentsOf(change, i) }));
  const copies = new WeakSet<object>();
  return steps.reduce<JsonObject>((current, { segments, change, i }) => {
    const [first = ''] = segments;
    const isInherited = Object.hasOwn(inherited, first) && !Object.hasOwn(current, first);
    const step = {
      change: changeOfOwnConfig(current, change, segments, { ...context, isInherited }),
      i,
      isInherited,
      copies,
    };
    const hasOwnPart = isInherited && segments.length > 1 && change.op !== 'remove';
    const base = hasOwnPart ? withInherited(current, inherited, first) : current;
    return applyChange(base, segments, step, shape) as JsonObject;
  }, document);
}

/** Rewrites a change of the effective config as a change of the installation's own config. */
function changeOfOwnConfig(
  document: JsonObject,
  change: PatchChange,
  segments: readonly string[],
  { isInherited, isSelected = () => false }: PatchContext & { isInherited: boolean },
): PatchChange {
  const { op } = change;
  const [first = '', field = ''] = segments;
  if (op === 'replace' && segments.length === 1 && isInherited) return { ...change, op: 'add' };
  if (first !== 'selectedFields' || segments.length !== 2) return change;
  const own = document[first];
  if (isObject(own) && Object.hasOwn(own, field)) return change;
  if (op === 'replace') return { ...change, op: 'add' };
  return op === 'remove' && isSelected(document, field) ? { ...change, op: 'add', value: false } : change;
}

/** Copies the inherited container into the document, so that a part of it can be changed. */
function withInherited(document: JsonObject, inherited: JsonObject, name: string): JsonObject {
  const value = inherited[name];
  return Array.isArray(value) || isObject(value) ? { ...document, [name]: value } : document;
}

/** `copies`: the containers that only the new document uses, so that a step may mutate them. */
type PatchStep = { change: PatchChange; i: number; isInherited: boolean; copies: WeakSet<object> };

function segmentsOf(change: PatchChange, i: number): string[] {
  const { op, path, value } = change;
  if (!path.startsWith('/'))
    throw malformedChange(i, 'path', 'A path begins with / and addresses a part of the object config.');
  if (new TextEncoder().encode(path).length > MAX_PATH_BYTES)
    throw malformedChange(i, 'path', `A path has at most ${MAX_PATH_BYTES} bytes.`);
  if (/~(?![01])/.test(path)) throw malformedChange(i, 'path', 'Write ~ as ~0, and / inside a name as ~1.');
  const segments = path.slice(1).split('/').map(unescape);
  if (segments.length > MAX_SEGMENTS) throw malformedChange(i, 'path', `A path has at most ${MAX_SEGMENTS} parts.`);
  if (segments.some((segment) => FORBIDDEN_SEGMENTS.has(segment)))
    throw malformedChange(i, 'path', 'This path is not allowed.');
  if (op !== 'remove') checkValue(value, i);
  return segments;
}

/** Replaces ~1 first: `~01` means the two characters `~1`, not a slash. */
function unescape(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function checkValue(value: Json | undefined, i: number): void {
  if (value === undefined) throw malformedChange(i, 'value', 'Only remove may omit the value.');
  if (depthOf(value) > MAX_VALUE_DEPTH)
    throw malformedChange(i, 'value', `A value has at most ${MAX_VALUE_DEPTH} levels.`);
  if (stringifyJson(value).length > MAX_VALUE_LENGTH) throw malformedChange(i, 'value', 'A value has at most 64 KiB.');
}

function depthOf(value: Json, depth = 0): number {
  if (depth > MAX_VALUE_DEPTH || !(Array.isArray(value) || isObject(value))) return depth;
  return Math.max(depth, ...Object.values(value).map((part) => depthOf(part, depth + 1)));
}

/** Returns a copy of `node` with the change applied at `segments` below it. */
function applyChange(node: Json | undefined, segments: readonly string[], step: PatchStep, shape: Shape): Json {
  if (Array.isArray(node)) return changeList(node, segments, step, shape);
  if (isObject(node)) return changeObject(node, segments, step, shape);
  throw unfitChange(step, 'addresses a part of a value that is neither an object nor a list');
}

function changeObject(
  node: JsonObject,
  [name = '', ...rest]: readonly string[],
  step: PatchStep,
  shape: Shape,
): JsonObject {
  const { op, value = null } = step.change;
  const exists = Object.hasOwn(node, name);
  const below = shapeBelow(shape, name);
  const made = op === 'add' && rest.length > 0 ? emptyContainer(below) : undefined;
  if (!exists && made === undefined && (rest.length > 0 || op !== 'add')) throw missingMember(step, rest.length > 0);
  const next = rest.length > 0 ? applyChange(exists ? node[name] : made, rest, step, below) : value;
  const copy = copyOf(node, step);
  if (rest.length === 0 && op === 'remove') delete copy[name];
  else copy[name] = next;
  return copy;
}

function shapeBelow(shape: Shape, name: string): Shape {
  if (shape.is === 'object') return (Object.hasOwn(shape.keys, name) && shape.keys[name]) || anyShape;
  return shape.is === 'map' || shape.is === 'list' ? shape.of : anyShape;
}

/** Returns an empty object or list, as the shape requires at this position; undefined if the shape is neither. */
function emptyContainer(shape: Shape): Json | undefined {
  if (shape.is === 'list') return [];
  return shape.is === 'object' || shape.is === 'map' ? {} : undefined;
}

function copyOf<T extends JsonObject | Json[]>(node: T, { copies }: PatchStep): T {
  if (copies.has(node)) return node;
  const copy = (Array.isArray(node) ? [...node] : { ...node }) as T;
  copies.add(copy);
  return copy;
}

function changeList(node: Json[], [segment = '', ...rest]: readonly string[], step: PatchStep, shape: Shape): Json[] {
  const { op, value = null } = step.change;
  const isInsert = op === 'add' && rest.length === 0;
  if (isInsert && segment === '-') return appendTo(copyOf(node, step), value);
  const index = INDEX_PATTERN.test(segment) ? Number(segment) : Number.POSITIVE_INFINITY;
  if (index >= node.length + (isInsert ? 1 : 0)) throw unfitChange(step, 'addresses an index outside the list');
  const next = rest.length > 0 ? applyChange(node[index], rest, step, shapeBelow(shape, segment)) : value;
  const copy = copyOf(node, step);
  if (rest.length > 0 || op === 'replace') copy[index] = next;
  else copy.splice(index, isInsert ? 0 : 1, ...(isInsert ? [next] : []));
  return copy;
}

function appendTo(list: Json[], value: Json): Json[] {
  list.push(value);
  return list;
}

function malformedChange(i: number, key: 'path' | 'value', detail: string): Problem {
  return new Problem('invalidArgument', 'A change is malformed; nothing was changed.', {
    issues: [{ in: 'body', name: `changes[${i}].${key}`, detail }],
  });
}

/**
 * The problem for a missing member, or for a missing parent if `isParent`. Only `add` creates missing members and
 * parents.
 */
function missingMember({ isInherited, ...step }: PatchStep, isParent: boolean): Problem {
  const { op, path } = step.change;
  const container = `/${path.split('/')[1]}`;
  if (isInherited && op === 'remove')
    return unfitChange(
      step,
      `addresses ${container}, which the installation inherits from its revision and can't remove: add sets another value, and a deploy changes it for all`,
    );
  if (isInherited)
    return unfitChange(step, `addresses ${container}, which the installation inherits from its revision: add sets it`);
  const hint = op === 'replace' && !isParent ? ': add sets it' : '';
  return unfitChange(step, `addresses a member that does not exist${hint}`);
}

function unfitChange({ change, i }: Pick<PatchStep, 'change' | 'i'>, what: string): Problem {
  return new Problem('unprocessable', 'A change does not fit the config; nothing was changed.', {
    issues: [{ in: 'body', name: `changes[${i}].path`, detail: `${change.op} ${what}.`, value: change.path }],
    remedy: "Get the installation. The path is relative to the object's config.",
  });
}
