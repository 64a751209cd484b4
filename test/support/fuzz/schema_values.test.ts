import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { loadDocument, operationsOf } from '../../../gateway/contract/document.ts';
import { fromIso } from '../../../lib/time/iso.ts';
import { mutated, mutations } from './mutations.ts';
import { valuesOf } from './schema_values.ts';

const document = loadDocument();
const bodies = operationsOf(document).flatMap(({ operationId, body }) =>
  body && Object.keys(body.schema).length > 0 ? [[operationId, body.schema] as const] : [],
);

/**
 * If the fuzzer sends only invalid values, it never passes the validation. If it sends no invalid values, it never
 * reaches an edge case.
 */
describe('the values of the fuzzer', () => {
  const ajv = new Ajv2020({ strict: false });
  ajv.addFormat('date-time', (text: string) => fromIso(text) !== null);
  ajv.addSchema({ $id: 'openapi', components: { schemas: document.components.schemas } });
  const compile = (schema: object) =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object);
  /** The value that arrives after JSON, which has no undefined and no -0. */
  const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

  it.each(bodies)('are valid by the document, for %s', (_id, schema) => {
    const isAllowed = compile(schema);
    fc.assert(
      fc.property(valuesOf(document, schema), (value) => {
        if (!isAllowed(sent(value))) throw new Error(JSON.stringify(isAllowed.errors));
      }),
      { numRuns: 20 },
    );
  });

  it.each(bodies)('are also invalid by the document, for %s', (_id, schema) => {
    const isAllowed = compile(schema);
    const spoiled = fc.tuple(valuesOf(document, schema), fc.array(mutations(), { minLength: 3, maxLength: 3 }));
    const some = fc.sample(spoiled, 60).map(([value, how]) => mutated(value, how));
    expect(some.filter((value) => value === undefined || !isAllowed(sent(value))).length).toBeGreaterThan(5);
  });
});
