import { manifestSchema } from '../../../lib/manifest/manifest_schema.ts';
import type { Schema } from '../../../lib/manifest/schema.ts';
import { anyShape, countShape, flagShape, listOf, nameShape, type Shape, textShape, wordShape } from '../shape.ts';

export const manifestShape: Shape = shapeOf(manifestSchema);

/**
 * Converts the manifest's JSON schema to a shape. A shape can't express `if` and `oneOf`; separate rules check them,
 * with better messages. A test compares both with the schema (test/contract/manifest_schema.test.ts).
 */
function shapeOf({ type, check, rule, enum: words, maxLength, items, properties, required = [] }: Schema): Shape {
  if (check === 'any') return anyShape;
  if (words && rule) return wordShape(rule, ...words);
  if (type === 'string') return check === 'name' ? nameShape(maxLength) : textShape(maxLength);
  if (type === 'boolean') return flagShape;
  if (type === 'integer') return countShape;
  if (type === 'array' && items) return listOf(shapeOf(items));
  if (!properties) throw new Error('A schema of the manifest has no shape.');
  const keys = Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, shapeOf(inner)]));
  return { is: 'object', keys, required, warnsOfEmpty: true };
}
