import { readFileSync } from 'node:fs';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { assetPath } from '../../lib/assets/asset_path.ts';

/** One fault of a provider file: where in it, as a list of keys, and what is wrong. */
export type PathFault = { keys: string[]; detail: string };

let validate: ValidateFunction | undefined;

/** What is wrong with the shape of a provider file, by connectors/schema.json. */
export function schemaFaults(value: unknown): PathFault[] {
  validate ??= compile();
  if (validate(value)) return [];
  const errors = withoutEchoes(validate.errors ?? []);
  // The branches of anyOf and if/then each complain; the deepest complaint is the one about what was meant.
  const deepest = Math.max(...errors.map(depth));
  return errors
    .filter((error) => depth(error) === deepest && error.keyword !== 'if' && error.keyword !== 'anyOf')
    .concat(errors.length === 1 ? [] : errors.filter((error) => isUnknownKey(error) && depth(error) < deepest))
    .map(toFault)
    .filter(
      (fault, i, all) =>
        all.findIndex((other) => other.detail === fault.detail && String(other.keys) === String(fault.keys)) === i,
    );
}

/**
 * Where something below fails, what is around it counts as not looked at, and every key of it is complained about too.
 */
function withoutEchoes(errors: ErrorObject[]): ErrorObject[] {
  return errors.filter(
    (error) =>
      error.keyword !== 'unevaluatedProperties' ||
      !errors.some(
        (other) =>
          !['unevaluatedProperties', 'if', 'anyOf'].includes(other.keyword) &&
          (other.instancePath === error.instancePath || other.instancePath.startsWith(`${error.instancePath}/`)),
      ),
  );
}

function compile(): ValidateFunction {
  const schema = JSON.parse(readFileSync(assetPath('connectors/schema.json'), 'utf8')) as object;
  return new Ajv2019({ allErrors: true, strict: false }).compile(schema);
}

function isUnknownKey({ keyword }: ErrorObject): boolean {
  return keyword === 'additionalProperties' || keyword === 'unevaluatedProperties';
}

function depth({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length;
}

function toFault({ instancePath, keyword, params, message }: ErrorObject): PathFault {
  const keys = instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const named = params as { additionalProperty?: string; unevaluatedProperty?: string; allowedValues?: unknown[] };
  const unknown = named.additionalProperty ?? named.unevaluatedProperty;
  if (unknown !== undefined) return { keys: [...keys, unknown], detail: 'is not a key of provider files' };
  if (keyword === 'enum') return { keys, detail: `must be one of ${named.allowedValues?.join(', ')}` };
  return { keys, detail: message ?? keyword };
}
