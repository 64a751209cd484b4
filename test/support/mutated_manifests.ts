import fc from 'fast-check';
import type { Schema } from '../../lib/manifest/schema.ts';

type Place = { holder: Record<string, unknown> | unknown[]; key: string | number };

const KEYS = ['name', 'objectName', 'enabled', 'mapToName', 'fieldName', 'pageSize', 'days', 'fullHistory', 'unknown'];
const values = (schemas: readonly Schema[]) =>
  fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1,
      49,
      50,
      500,
      501,
      36_500,
      36_501,
      1.5,
      2 ** 53,
      '',
      ' ',
      [],
      {},
    ),
    fc.constantFrom<unknown>(
      '1.0.0',
      'all',
      'always',
      'auto',
      'onRequest',
      'never',
      ['all'],
      'a',
      ' a',
      'a ',
      'a b',
      'a\u200b',
      '\ud800',
    ),
    fc.constantFrom<unknown>(
      'x'.repeat(64),
      'x'.repeat(65),
      'x'.repeat(191),
      'x'.repeat(192),
      '😀'.repeat(191),
      '😀'.repeat(192),
    ),
    fc.constantFrom<unknown>('01900000-0000-7000-8000-000000000001', '-a', 'a_b-1', 'a.b', "$['a']['b']"),
    fc.constantFrom<unknown>(...schemas.flatMap(({ examples }) => examples)),
    fc.string(),
  );

/** Valid manifests with one to three changes: a key removed, added, renamed or repeated, or a value replaced. */
export function mutatedManifests(seeds: readonly object[], schemas: readonly Schema[]): fc.Arbitrary<unknown> {
  const keys = [...KEYS, ...schemas.flatMap(({ properties = {} }) => Object.keys(properties))];
  const change = fc.record({
    at: fc.nat(),
    kind: fc.constantFrom('remove', 'replace', 'add', 'rename', 'repeat'),
    key: fc.constantFrom(...keys),
    value: values(schemas),
  });
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([seed, changes]) => changes.reduce<unknown>(changed, structuredClone(seed)));
}

type Change = { at: number; kind: string; key: string; value: unknown };

function changed(manifest: unknown, { at, kind, key, value }: Change): unknown {
  const all = placesIn(manifest);
  const place = all[at % Math.max(1, all.length)];
  if (!place) return structuredClone(value);
  const own = structuredClone(value);
  const { holder } = place;
  if (Array.isArray(holder)) {
    const index = Number(place.key);
    if (kind === 'remove') holder.splice(index, 1);
    else if (kind === 'repeat') holder.push(structuredClone(holder[index]));
    else holder[index] = own;
  } else if (kind === 'add') holder[key] = own;
  else if (kind === 'replace' || kind === 'repeat') holder[place.key] = own;
  else {
    if (kind === 'rename') holder[key] = holder[place.key];
    if (kind === 'remove' || key !== place.key) delete holder[place.key];
  }
  return manifest;
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(value).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}
