import { describe, expect, it } from '@jest/globals';
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
});

function faultOf(check: () => unknown): unknown {
  try {
    return check();
  } catch (err) {
    return err;
  }
}
