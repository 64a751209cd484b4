import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Problem } from '../../lib/problem/problem.ts';
import { loadDocument, operationsOf } from './document.ts';
import { compileValidators } from './validation.ts';

describe('the checks of the operations', () => {
  const document = loadDocument();
  const operations = operationsOf(document);
  const validators = compileValidators(document, operations);

  it.each(operations.map(({ operationId }) => operationId))('compile at the first request: %s', (operationId) => {
    expect(
      faultOf(() => validators.get(operationId)?.({ path: {}, query: { 'no such': '' }, body: [] })),
    ).toBeInstanceOf(Problem);
  });

  it('are made of schemas that JSON Schema allows, which the gateway does not check when it starts', () => {
    const ajv = new Ajv2020({ strict: false });
    const ofOperations = operations.flatMap(({ parameters, body }) => [...parameters, ...(body ? [body] : [])]);
    const schemas = [...Object.values(document.components.schemas), ...ofOperations.map(({ schema }) => schema)];
    expect(schemas.filter((schema) => !ajv.validateSchema(schema as object))).toEqual([]);
    expect(ajv.validateSchema({ type: 'objekt' })).toBe(false);
  });
});

function faultOf(check: () => unknown): unknown {
  try {
    return check();
  } catch (err) {
    return err;
  }
}
