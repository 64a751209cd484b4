/** The parts of a JSON Schema that completion reads. */
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
 * Completions at the end of `lines`, which is the manifest up to the cursor: the keys of the object at this
 * indentation, or the allowed values of a key. Empty when the schema does not describe this place.
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

/** The column of the key on this line. The dash of a list entry counts as indentation. */
function columnOf(line: string): number {
  return (/^\s*(?:- +)*/.exec(line)?.[0] ?? '').length;
}

/** The path of keys that contain `column`, from the outermost to the innermost. */
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

/** A schema and all schemas that it refers to or combines. */
function parts(root: ManifestSchema, schema: ManifestSchema): ManifestSchema[] {
  const named = schema.$ref?.startsWith('#/$defs/') ? root.$defs?.[schema.$ref.slice('#/$defs/'.length)] : undefined;
  const inner = [...(named ? [named] : []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [schema, ...inner.flatMap((one) => parts(root, one))];
}
