import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAllDocuments } from 'yaml';

/**
 * Validates Kubernetes objects without a cluster in two ways. The attribute maps of the official client's generated
 * models contain every field, so they detect misspelt ones. kubernetes-models' compiled schemas contain the required
 * fields and the allowed values. `kubectl` does neither when offline.
 */
export type ManifestCheck = (text: string) => string[];

type Attribute = { baseName: string; type: string };
type Model = { getAttributeTypeMap?(): Attribute[] };
type Validating = new (object: unknown) => { validate(): void };
type KubernetesObject = {
  apiVersion?: string;
  kind?: string;
  metadata?: { name?: string };
  spec?: unknown;
  data?: Record<string, string>;
};

const OPERATOR = '@kubernetes-models/prometheus-operator';

/**
 * `tools` is the folder whose node_modules contains the two packages, `operators` the one with the models of custom
 * resources. The check returns one sentence per fault.
 */
export async function manifestCheck(tools: string, operators = tools): Promise<ManifestCheck> {
  // The client's main entry does not load on Node 20; its models do.
  const path = join(tools, 'node_modules/@kubernetes/client-node/dist/gen/models/all.js');
  const models = (await import(pathToFileURL(path).href)) as Record<string, Model>;
  const require = createRequire(join(tools, 'package.json'));
  return (text) =>
    parseAllDocuments(text).flatMap((document) => {
      if (document.errors.length > 0) return document.errors.map(({ message }) => message);
      const object = document.toJS() as KubernetesObject | null;
      if (object?.apiVersion?.startsWith('monitoring.coreos.com/')) return customFaults(object, operators);
      return object ? objectFaults(object, models, require) : [];
    });
}

function objectFaults(object: KubernetesObject, models: Record<string, Model>, require: NodeJS.Require): string[] {
  const { apiVersion = '', kind = '', metadata } = object;
  const version = apiVersion.split('/').at(-1) ?? '';
  const model = `${version.charAt(0).toUpperCase()}${version.slice(1)}${kind}`;
  if (!models[model]) return [`unknown kind ${apiVersion} ${kind}`];
  const faults = [...fieldFaults(object, model, kind, models), ...schemaFaults(object, require)];
  return faults.map((fault) => `${kind}/${metadata?.name}: ${fault}`);
}

/** A custom resource has no client model; the declaration of its published type has the names of its fields. */
function customFaults(object: KubernetesObject, operators: string): string[] {
  const { apiVersion, kind, metadata } = object;
  const declaration = readFileSync(join(operators, `node_modules/${OPERATOR}/${apiVersion}/${kind}.d.ts`), 'utf8');
  const known = new Set([...declaration.matchAll(/^\s*"?(\w+)"?\??:/gm)].map(([, name]) => name));
  const unknown = fieldNames(object.spec).filter((name) => !known.has(name));
  const require = createRequire(join(operators, 'package.json'));
  const faults = [...unknown.map((name) => `${name}: unknown field`), ...schemaFaults(object, require, OPERATOR)];
  return faults.map((fault) => `${kind}/${metadata?.name}: ${fault}`);
}

function fieldNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldNames);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => [name, ...fieldNames(child)]);
}

function schemaFaults(object: KubernetesObject, require: NodeJS.Require, from = 'kubernetes-models'): string[] {
  try {
    const kinds = require(`${from}/${object.apiVersion}`) as Record<string, Validating>;
    const Kind = kinds[object.kind ?? ''];
    if (!Kind) return ['has no schema'];
    new Kind(unfolded(object)).validate();
    return [];
  } catch (error) {
    return [`schema: ${(error as Error).message}`];
  }
}

/** kustomize breaks long base64 into lines. A cluster decodes them (Go's encoding/base64); the schema knows no line break. */
function unfolded(object: KubernetesObject): KubernetesObject {
  if (object.kind !== 'Secret' || !object.data) return object;
  const data = Object.entries(object.data).map(([key, value]) => [key, value.replaceAll('\n', '')]);
  return { ...object, data: Object.fromEntries(data) };
}

/** `type` is in the generator's notation: `string`, `Array<V1Container>`, `{ [key: string]: string; }`, `V1Probe`. */
function fieldFaults(value: unknown, type: string, path: string, models: Record<string, Model>): string[] {
  if (value === null || value === undefined) return [`${path}: has no value`];
  const item = /^Array<(.+)>$/.exec(type)?.[1];
  if (item) {
    if (!Array.isArray(value)) return [`${path}: expected a list`];
    return value.flatMap((each, at) => fieldFaults(each, item, `${path}[${at}]`, models));
  }
  const member = /^\{ \[key: string\]: (.+); \}$/.exec(type)?.[1];
  if (member) return mapFaults(value, path, () => member, models);
  if (['string', 'number', 'boolean'].includes(type)) {
    return typeof value === type ? [] : [`${path}: expected ${type}, got ${typeof value} ${JSON.stringify(value)}`];
  }
  const attributes = models[type]?.getAttributeTypeMap?.();
  if (!attributes) return [];
  return mapFaults(value, path, (key) => attributes.find(({ baseName }) => baseName === key)?.type, models);
}

function mapFaults(
  value: unknown,
  path: string,
  typeOf: (key: string) => string | undefined,
  models: Record<string, Model>,
): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path}: expected a map`];
  return Object.entries(value).flatMap(([key, child]) => {
    const type = typeOf(key);
    return type ? fieldFaults(child, type, `${path}.${key}`, models) : [`${path}.${key}: unknown field`];
  });
}
