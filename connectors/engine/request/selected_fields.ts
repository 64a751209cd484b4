import { fieldKeys } from '../../../lib/fields/field_path.ts';
import type { Json } from '../../../lib/json/json.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { ReadSpec } from '../file/provider.ts';
import { graphqlSelection } from './graphql_selection.ts';
import type { ReadTarget } from './read_target.ts';

/**
 * The value of the `fields` slot: the requested fields and the fields that the engine needs. Null when nothing is sent.
 */
export function selectedFields({ fields, selection }: ReadSpec, { fields: asked }: ReadTarget): Json | null {
  if (!fields) return null;
  const known = [selection ?? fields.otherwise ?? []].flat();
  if (fields.as === 'graphql') return graphqlSelection(known.join(' '), asked, fields.always ?? []);
  const names =
    asked.length > 0 || selection === undefined ? requestedNames(asked.length > 0 ? asked : known, fields) : known;
  if (names.length === 0) return null;
  return fields.joinedBy === undefined ? names : names.join(fields.joinedBy);
}

function requestedNames(asked: readonly string[], fields: NonNullable<ReadSpec['fields']>): string[] {
  if (asked.length === 0) return [];
  const names = [...(fields.always ?? []), ...asked.map((name) => requestedName(name, fields))];
  if (fields.in !== 'text') return [...new Set(names)];
  // Query languages refuse a field that is named twice, and do not distinguish upper and lower case.
  const seen = new Set<string>();
  return names.filter((name) => !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase()));
}

/** The name to request for a field. It comes from a tenant, so in a query text it must be a plain identifier. */
function requestedName(name: string, { in: place, nestedBy }: NonNullable<ReadSpec['fields']>): string {
  const keys = fieldKeys(name);
  const asked = nestedBy === undefined ? String(keys[0]) : keys.join(nestedBy);
  if (place !== 'text' || /^[A-Za-z_][\w.]*$/.test(asked)) return asked;
  throw new ProviderFailure('badRequest', `"${name.slice(0, 60)}" is not a valid field name.`);
}
