import { manifestSchema } from './manifest_schema.ts';

/** Keywords of the schema that only the server uses. */
const INTERNAL: readonly string[] = ['rule', 'check'];

/** The JSON Schema of the manifest for editors, without the keywords that only the server uses. */
export function publishedSchema(): object {
  const { description, ...rest } = manifestSchema;
  const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Causeway manifest', description };
  return published({ ...head, ...rest }) as object;
}

export function publishedSchemaText(): string {
  return `${JSON.stringify(publishedSchema(), null, 2)}\n`;
}

/**
 * Removes INTERNAL keywords. Keeps keys directly in `properties`, which are keys of the manifest, and `examples`, which
 * are values.
 */
function published(node: unknown, isSchema = true): unknown {
  if (Array.isArray(node)) return node.map((one) => published(one));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([key]) => !isSchema || !INTERNAL.includes(key));
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === 'examples' ? value : published(value, key !== 'properties' || !isSchema),
    ]),
  );
}
