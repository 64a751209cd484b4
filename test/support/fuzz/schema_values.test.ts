import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { loadDocument, operationsOf } from '../../../gateway/http/document.ts';
import { fromIso } from '../../../lib/time/iso.ts';
import { mutated, mutations } from './mutations.ts';
import { valuesOf } from './schema_values.ts';

const document = loadDocument();
const bodies = operationsOf(document).flatMap(({ operationId, body }) =>
  body && Object.keys(body.schema).length > 0 ? [[operationId, body.schema] as const] : [],
);

/** Fuzzing that only ever sends nonsense reaches nothing behind the validation; one that never does reaches no edge. */
describe('what the fuzz sends', () => {
  const ajv = new Ajv2020({ strict: false });
  ajv.addFormat('date-time', (text: string) => fromIso(text) !== null);
  ajv.addSchema({ $id: 'openapi', components: { schemas: document.components.schemas } });
  const compile = (schema: object) =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object);
  /** As it arrives: through JSON, which knows no undefined and no -0. */
  const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

  it.each(bodies)('is what the document allows, for %s', (_id, schema) => {
    const isAllowed = compile(schema);
    fc.assert(
      fc.property(valuesOf(document, schema), (value) => {
        if (!isAllowed(sent(value))) throw new Error(JSON.stringify(isAllowed.errors));
      }),
      { numRuns: 20 },
    );
  });

  it.each(bodies)('is also what it does not allow, for %s', (_id, schema) => {
    const isAllowed = compile(schema);
    const spoiled = fc.tuple(valuesOf(document, schema), fc.array(mutations(), { minLength: 3, maxLength: 3 }));
    const some = fc.sample(spoiled, 60).map(([value, how]) => mutated(value, how));
    expect(some.filter((value) => value === undefined || !isAllowed(sent(value))).length).toBeGreaterThan(5);
  });
});
