import { manifestSchema } from './manifest_schema.ts';

/** Keywords of the schema that only the server uses. */
const INTERNAL_KEYWORDS: readonly string[] = ['rule', 'check'];

/** The JSON Schema of the manifest for editors, without the keywords that only the server uses. */
export function publishedSchema(): object {
  const { description, ...rest } = manifestSchema;
  const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Causeway manifest', description };
  return withoutInternalKeywords({ ...head, ...rest }) as object;
}

export function publishedSchemaText(): string {
  return `${JSON.stringify(publishedSchema(), null, 2)}\n`;
}

/**
 * Removes INTERNAL keywords. Keeps keys directly in `properties`, which are keys of the manifest, and `examples`, which
 * are values.
 */
function withoutInternalKeywords(node: unknown, isSchema = true): unknown {
  if (Array.isArray(node)) return node.map((one) => withoutInternalKeywords(one));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([key]) => !isSchema || !INTERNAL_KEYWORDS.includes(key));
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === 'examples' ? value : withoutInternalKeywords(value, key !== 'properties' || !isSchema),
    ]),
  );
}
