import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { fieldChecker } from '../../connectors/engine/field_descriptions/field_remark.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import { objectRemark } from '../../connectors/engine/objects/object_remark.ts';
import { writeSupport } from '../../connectors/engine/write/write_support.ts';
import { checkCron } from '../../lib/cron/check_cron.ts';
import { publishedSchema } from '../../lib/manifest/published_schema.ts';
import { similarName } from '../../lib/problem/similar_name.ts';
import { unwritableObject } from '../../lib/write_plan/unwritable_object.ts';
import { type FoundProviders, unknownProvider } from '../read/found_providers.ts';

/** A remark about a place in a manifest. `line` and `column` count from 1. */
export type Remark = { line: number; column: number; path: string; message: string; suggestion?: string };
export type Checked = { problems: Remark[]; warnings: Remark[] };

type Path = readonly (string | number)[];
type ManifestFault = { path: Path; message: string; suggestion?: string | undefined; isWarning?: boolean };
type Fields = Record<string, unknown>;

const validate = new Ajv2020({ allErrors: true, strict: false, verbose: true }).compile(publishedSchema());

/** Checks a manifest without a platform: YAML syntax, published schema, schedules, names, and the provider files. */
export function checkManifest(text: string, found: FoundProviders): Checked {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ pos, message }) => ({
      ...placeAt(pos[0]),
      path: '$',
      message: message.split('\n')[0] ?? message,
    }));
    return { problems, warnings: [] };
  }
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  const faults = [
    ...schemaFaults(value),
    ...integrationsOf(value).flatMap((one, i, all) => ruleFaults(one, i, all, found)),
  ];
  const remarks = faults.map(({ path, message, suggestion, isWarning = false }) => ({
    isWarning,
    remark: { ...placeAt(offsetOf(document, path)), path: pathText(path), message, ...(suggestion && { suggestion }) },
  }));
  const inOrder = (isWarning: boolean) =>
    remarks
      .filter((one) => one.isWarning === isWarning)
      .map(({ remark }) => remark)
      .toSorted((a, b) => a.line - b.line);
  return { problems: inOrder(false), warnings: inOrder(true) };
}

function schemaFaults(value: unknown): ManifestFault[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map((error) => schemaFault(error, value));
}

/** Unknown keys give a warning, not a problem, because the platform accepts them with a warning. */
function schemaFault(
  { instancePath, keyword, message = '', params, parentSchema }: ErrorObject,
  value: unknown,
): ManifestFault {
  const path = pathOf(instancePath, value);
  if (keyword === 'additionalProperties') {
    const key = String((params as Fields)['additionalProperty']);
    const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
    const meant = similarName(key, known);
    const suggestion = meant === undefined ? undefined : `Did you mean ${meant}?`;
    return {
      path: [...path, key],
      message: `${key} is not a key of the manifest; it has no effect.`,
      suggestion,
      isWarning: true,
    };
  }
  const allowed = keyword === 'enum' ? `: ${((params as Fields)['allowedValues'] as string[]).join(', ')}` : '';
  return { path, message: `It ${message}${allowed}.` };
}

function ruleFaults(integration: Fields, i: number, all: Fields[], found: FoundProviders): ManifestFault[] {
  const at = ['integrations', i];
  const first = all.findIndex((one) => one['name'] === integration['name']);
  const repeated = first < i && typeof integration['name'] === 'string';
  return [
    ...(repeated
      ? [{ path: [...at, 'name'], message: `Another integration is named ${String(integration['name'])}.` }]
      : []),
    ...providerFaults(integration, at, found),
    ...objectsOf(integration).flatMap((object, j) => scheduleFaults(object, [...at, 'read', 'objects', j])),
  ];
}

function providerFaults(integration: Fields, at: Path, found: FoundProviders): ManifestFault[] {
  const name = integration['provider'];
  if (typeof name !== 'string') return [];
  const provider = found.catalogue.get(name);
  if (!provider) return [{ path: [...at, 'provider'], ...unknownProvider(name, found) }];
  const module = typeof integration['module'] === 'string' ? integration['module'] : undefined;
  const ofRead = objectsOf(integration).flatMap((object, j) => {
    const { objectName } = object;
    if (typeof objectName !== 'string') return [];
    const place = [...at, 'read', 'objects', j];
    const remark = objectRemark(provider, module, objectName);
    return [
      ...(remark ? [{ ...remark, path: [...place, 'objectName'], isWarning: !remark.isUnreadable }] : []),
      ...fieldFaults(object, place, fieldChecker(provider, module, objectName)),
    ];
  });
  return [...ofRead, ...writeFaults(integration, at, provider, module)];
}

function writeFaults(integration: Fields, at: Path, provider: Provider, module: string | undefined): ManifestFault[] {
  const { objects } = (integration['write'] ?? {}) as Fields;
  return fieldsIn(objects).flatMap(({ objectName }, j) => {
    if (typeof objectName !== 'string' || objectName === '') return [];
    if (writeSupport(provider, module, objectName).types.length > 0) return [];
    const path = [...at, 'write', 'objects', j, 'objectName'];
    return [{ ...unwritableObject(provider.displayName, objectName), path, isWarning: true }];
  });
}

function fieldFaults(object: Fields, at: Path, judge: ReturnType<typeof fieldChecker>): ManifestFault[] {
  if (!judge) return [];
  return ['requiredFields', 'optionalFields'].flatMap((key) =>
    fieldsIn(object[key]).flatMap(({ fieldName }, i) => {
      const remark = typeof fieldName === 'string' ? judge(fieldName) : null;
      return remark ? [{ ...remark, path: [...at, key, i, 'fieldName'], isWarning: true }] : [];
    }),
  );
}

function scheduleFaults({ schedule }: Fields, at: Path): ManifestFault[] {
  const fault = typeof schedule === 'string' ? checkCron(schedule) : null;
  return fault === null ? [] : [{ path: [...at, 'schedule'], message: fault }];
}

function integrationsOf(value: unknown): Fields[] {
  return fieldsIn((value as Fields | null)?.['integrations']);
}

function objectsOf(integration: Fields): Fields[] {
  return fieldsIn((integration['read'] as Fields | undefined)?.['objects']);
}

function fieldsIn(list: unknown): Fields[] {
  return Array.isArray(list) ? list.map((one) => (typeof one === 'object' && one !== null ? (one as Fields) : {})) : [];
}

/** Converts a JSON pointer to a path. Indexes of lists become numbers. */
function pathOf(pointer: string, value: unknown): (string | number)[] {
  const path: (string | number)[] = [];
  let node = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(node) ? Number(key) : key);
    node = (node as Fields | null)?.[key];
  }
  return path;
}

function pathText(path: Path): string {
  return path.reduce<string>((text, part) => text + (typeof part === 'number' ? `[${part}]` : `.${part}`), '$');
}

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
