import type { CadenceKeys } from '../../../lib/cron/cadence.ts';
import type { DestinationIds } from '../destinations/destination.ts';
import { child, isPlainObject, textOf } from '../fault.ts';
import type { Backfill } from '../manifests/manifest.ts';

/**
 * A customer's choices, as the builder's application sends them. Every key is optional, because official clients omit
 * the keys that they do not use.
 */
export type ConfigContent = {
  provider?: string;
  read?: { objects?: Record<string, ReadConfig> };
  write?: { objects?: Record<string, WriteConfig> };
  subscribe?: { objects?: Record<string, unknown> };
  proxy?: { enabled?: boolean };
} & Record<string, unknown>;

export type FieldFilter = { fieldName: string; operator: string; value?: unknown };

export type ReadConfig = CadenceKeys & {
  /** Defaults to the key in `objects`. */
  objectName?: string;
  selectedFields?: Record<string, boolean>;
  /** Maps the builder's name of a field to the provider's name. */
  selectedFieldMappings?: Record<string, string>;
  selectedFieldsAuto?: 'all';
  /** Maps a field to its values: delivered value → the provider's value. */
  selectedValueMappings?: Record<string, Record<string, unknown>>;
  dynamicMappingsInput?: unknown[];
  destination?: string;
  disabled?: boolean;
  backfill?: Backfill & { fieldFilters?: FieldFilter[] };
  fieldFilters?: FieldFilter[];
} & Record<string, unknown>;

export type WriteConfig = {
  /** Defaults to the key in `objects`. */
  objectName?: string;
  deletionSettings?: { enabled?: boolean };
  /** Keyed by field name. */
  selectedFieldSettings?: Record<string, WriteFieldConfig>;
  /** Deprecated. Default values, keyed by field name. A missing `applyOnUpdate` means `always`. */
  selectedValueDefaults?: Record<string, { value?: unknown; applyOnUpdate?: 'always' | 'never' }>;
} & Record<string, unknown>;

type WriteFieldConfig = {
  /** Exactly one key is set. */
  default?: { stringValue?: unknown; integerValue?: unknown; booleanValue?: unknown };
  writeOnCreate?: 'always' | 'never';
  writeOnUpdate?: 'always' | 'never' | 'ifEmpty';
};

/** The destination names in the config itself. Names from the manifest are not included. */
export function configDestinationNames(content: ConfigContent): string[] {
  const objects = [content.read, content.subscribe].flatMap((action) => Object.values(action?.objects ?? {}));
  const named = objects.map((object) => textOf(child({ value: object, path: [] }, 'destination')));
  return [...new Set(named.filter((name) => name !== undefined && name !== ''))] as string[];
}

/** The masks that `updateMask` accepts. `<object>` is the key of an entry; a path below the entry may follow. */
export const ALLOWED_MASKS = [
  'connectionId',
  'config.createdBy',
  'config.content.read.objects.<object>',
  'config.content.write.objects',
  'config.content.write.objects.<object>',
  'config.content.subscribe.objects',
  'config.content.subscribe.objects.<object>',
  'config.content.proxy.enabled',
] as const;

/** A parsed mask. A mask of the config content is a list of segments. A segment may contain dots. */
type Mask = 'connectionId' | 'createdBy' | { segments: string[] };

const MAX_SEGMENTS = 32;

/** Parses a mask; null when it is not one of ALLOWED_MASKS. */
export function parseMask(text: string): Mask | null {
  const segments = segmentsOf(text);
  if (segments === null) return null;
  const plain = segments.join('.');
  if (plain === 'connectionId') return 'connectionId';
  if (plain === 'config.createdBy') return 'createdBy';
  const [config, content, action, objects, ...rest] = segments;
  if (config !== 'config' || content !== 'content' || objects === undefined) return null;
  const isAllowed =
    (action === 'proxy' && objects === 'enabled' && rest.length === 0) ||
    (action === 'read' && objects === 'objects' && rest.length > 0) ||
    ((action === 'write' || action === 'subscribe') && objects === 'objects');
  return isAllowed ? { segments: segments.slice(2) } : null;
}

/** Splits a mask at dots. A backslash escapes a dot, a colon or a backslash. Null when the mask is malformed. */
function segmentsOf(text: string): string[] | null {
  const segments: string[] = [];
  let segment = '';
  for (let i = 0; i < text.length; i += 1) {
    const isEscape = text[i] === '\\';
    if (isEscape && !/[.:\\]/.test(text[i + 1] ?? '')) return null;
    if (isEscape) i += 1;
    if (text[i] === '.' && !isEscape) {
      segments.push(segment);
      segment = '';
    } else segment += text[i];
  }
  segments.push(segment);
  return segments.includes('') || segments.length > MAX_SEGMENTS ? null : segments;
}

type ValueAtPath = { path: string[]; value: unknown };

/**
 * Finds the part of the request that a mask addresses. Official clients do not escape the dots in object names. So
 * several segments may be one key; the longest key that exists is used. Undefined when the request has no value for the
 * mask.
 */
export function findMaskedValue(content: unknown, segments: readonly string[]): ValueAtPath | undefined {
  if (segments.length === 0) return { path: [], value: content };
  if (!isPlainObject(content)) return undefined;
  for (let taken = segments.length; taken > 0; taken -= 1) {
    const key = segments.slice(0, taken).join('.');
    const found = Object.hasOwn(content, key) ? findMaskedValue(content[key], segments.slice(taken)) : undefined;
    if (found) return { path: [key, ...found.path], value: found.value };
  }
  return undefined;
}

/** Returns a copy of the content with `value` at `path`. */
export function withValueAt(content: ConfigContent, { path, value }: ValueAtPath): ConfigContent {
  return replaceAt(content, path, value) as ConfigContent;
}

function replaceAt(node: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const parts = isPlainObject(node) ? node : {};
  return { ...parts, [key]: replaceAt(Object.hasOwn(parts, key) ? parts[key] : undefined, rest, value) };
}

/**
 * `contentJson` is ConfigContent as JSON text. BatchGetInstallations returns it unparsed. `destinationIds` is null in
 * configs that version 0.1.0 stored.
 */
export type InstallationConfig = {
  id: string;
  revisionId: string;
  createTime: number;
  createdBy: string;
  contentJson: string;
  destinationIds: DestinationIds | null;
};
