import { readFileSync } from 'node:fs';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import leven from 'leven';
import { assetPath } from '../../../lib/assets/asset_path.ts';
import type { PathFault } from '../file/path_fault.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  definitions?: Record<string, Schema>;
};

let validate: ValidateFunction | undefined;
let schema: Schema = {};

/** Checks a provider file against connectors/schema.json. */
export function schemaFaults(value: unknown): PathFault[] {
  validate ??= compile();
  if (validate(value)) return [];
  return withoutEchoes(validate.errors ?? [])
    .map(toFault)
    .filter(
      (fault, i, all) =>
        all.findIndex((other) => other.detail === fault.detail && String(other.keys) === String(fault.keys)) === i,
    );
}

/**
 * Drops redundant errors:
 * - errors of an `anyOf` branch that does not apply;
 * - the error of an `if` whose consequence also has an error;
 * - unevaluated properties of an object that has another error.
 */
function withoutEchoes(errors: ErrorObject[]): ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath);
  const own = errors.filter(({ keyword, instancePath }) => {
    if (keyword === 'anyOf') return !errors.some((other) => other.instancePath.startsWith(`${instancePath}/`));
    return keyword !== 'if' && !choices.includes(instancePath);
  });
  return own.filter(
    (error) =>
      error.keyword !== 'unevaluatedProperties' ||
      !own.some((other) => other.keyword !== 'unevaluatedProperties' && isWithin(other, error)),
  );
}

function isWithin({ instancePath }: ErrorObject, outer: ErrorObject): boolean {
  return instancePath === outer.instancePath || instancePath.startsWith(`${outer.instancePath}/`);
}

function compile(): ValidateFunction {
  schema = JSON.parse(readFileSync(assetPath('connectors/schema.json'), 'utf8')) as Schema;
  return new Ajv2019({ allErrors: true, strict: false, verbose: true }).compile(schema);
}

function toFault(error: ErrorObject): PathFault {
  const keys = error.instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return withHint(wordsFor(error, keys));
}

type Words = { keys: string[]; detail: string; hint?: string | undefined };

function wordsFor({ params, keyword, message, parentSchema }: ErrorObject, keys: string[]): Words {
  const own = (parentSchema ?? {}) as Schema;
  const named = params as Record<string, string | undefined> & { allowedValues?: unknown[] };
  const unknown = named['additionalProperty'] ?? named['unevaluatedProperty'];
  if (unknown !== undefined)
    return { keys: [...keys, unknown], detail: 'is not a key of provider files', hint: likeliest(unknown, own) };
  const missing = named['missingProperty'];
  if (missing !== undefined)
    return { keys, detail: `lacks "${missing}"`, hint: allowedKeys(own)[missing]?.description };
  if (keyword === 'enum') return { keys, detail: `must be one of ${named.allowedValues?.join(', ')}` };
  if (keyword === 'pattern')
    return { keys, detail: `does not match the pattern ${named['pattern']}`, hint: own.description };
  if (keyword === 'type') return { keys, detail: `must be ${typeWords(own.type)}`, hint: own.description };
  if (keyword === 'anyOf') return { keys, detail: 'matches none of the allowed forms', hint: own.description };
  return { keys, detail: message ?? keyword, hint: own.description };
}

function withHint({ hint, ...fault }: Words): PathFault {
  return hint === undefined ? fault : { ...fault, hint };
}

const WORDS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a map',
  array: 'a list',
};

function typeWords(type: string | string[] = []): string {
  return [type]
    .flat()
    .map((name) => WORDS[name] ?? name)
    .join(' or ');
}

/** The allowed keys of a schema, including the keys of the schemas that it refers to. */
function allowedKeys({ properties = {}, allOf = [] }: Schema): Record<string, Schema> {
  return Object.assign({}, ...allOf.map((part) => allowedKeys(resolved(part))), properties) as Record<string, Schema>;
}

function resolved(part: Schema): Schema {
  const name = part.$ref?.replace('#/definitions/', '');
  return name === undefined ? part : (schema.definitions?.[name] ?? part);
}

/** A hint for an unknown key: similar keys (edit distance up to 2), otherwise the allowed keys if they are few. */
function likeliest(unknown: string, own: Schema): string | undefined {
  const names = Object.keys(allowedKeys(own));
  const near = names.filter((name) => leven(name.toLowerCase(), unknown.toLowerCase()) <= 2);
  if (near.length > 0) return `Did you mean ${near.join(' or ')}?`;
  return names.length > 0 && names.length <= 12 ? `Allowed keys: ${names.join(', ')}.` : undefined;
}
