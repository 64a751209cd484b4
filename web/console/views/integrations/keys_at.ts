/** A JSON Schema, as far as completion reads it. */
export type ManifestSchema = {
  $ref?: string;
  $defs?: Record<string, ManifestSchema>;
  properties?: Record<string, ManifestSchema>;
  items?: ManifestSchema;
  enum?: readonly unknown[];
  description?: string;
  anyOf?: readonly ManifestSchema[];
  oneOf?: readonly ManifestSchema[];
  allOf?: readonly ManifestSchema[];
};
export type Choice = { label: string; type: 'property' | 'enum'; info?: string; apply?: string };

const KEY = /^(\s*)((?:- +)*)([\w$-]+):/;

/**
 * Completions for the end of `lines`, the manifest up to the word that is typed: keys of the object that the
 * indentation belongs to, or the words that a key allows. Empty when the schema does not know the place.
 */
export function keysAt(schema: ManifestSchema, lines: readonly string[]): Choice[] {
  const last = lines.at(-1) ?? '';
  const path = pathTo(lines.slice(0, -1), columnOf(last));
  const valueOf = KEY.exec(last)?.[3];
  const object = path.reduce<ManifestSchema[]>(
    (found, key) => found.flatMap((one) => step(schema, one, key)),
    [schema],
  );
  const flat = object.flatMap((one) => parts(schema, one));
  if (valueOf !== undefined)
    return flat
      .flatMap((one) => (one.properties?.[valueOf] ? parts(schema, one.properties[valueOf]) : []))
      .flatMap(({ enum: words = [] }) => words.map((word): Choice => ({ label: String(word), type: 'enum' })));
  const listed = flat.flatMap((one) => Object.entries(one.properties ?? {}));
  return listed.map(([label, { description }]) => ({
    label,
    type: 'property',
    apply: `${label}: `,
    ...(description !== undefined && { info: description }),
  }));
}

/** The column at which a key of this line stands: dashes of a list indent like spaces. */
function columnOf(line: string): number {
  return (/^\s*(?:- +)*/.exec(line)?.[0] ?? '').length;
}

/** The keys above `column`, from the outermost to the nearest. */
function pathTo(lines: readonly string[], column: number): string[] {
  const path: string[] = [];
  let least = column;
  for (const line of lines.toReversed()) {
    const [, indent = '', dashes = '', key] = KEY.exec(line) ?? [];
    if (key === undefined) continue;
    const own = indent.length + dashes.length;
    if (own >= least) continue;
    path.unshift(key);
    least = own;
  }
  return path;
}

function step(root: ManifestSchema, schema: ManifestSchema, key: string): ManifestSchema[] {
  return parts(root, schema)
    .map(({ properties }) => properties?.[key])
    .filter((found) => found !== undefined)
    .flatMap((found) => parts(root, found))
    .flatMap((found) => (found.items ? parts(root, found.items) : [found]));
}

/** A schema and all that it is composed of. */
function parts(root: ManifestSchema, schema: ManifestSchema): ManifestSchema[] {
  const named = schema.$ref?.startsWith('#/$defs/') ? root.$defs?.[schema.$ref.slice('#/$defs/'.length)] : undefined;
  const inner = [...(named ? [named] : []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [schema, ...inner.flatMap((one) => parts(root, one))];
}
