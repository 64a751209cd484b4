import { describe, expect, it } from '@jest/globals';
import { resultOfError, resultOfStatus } from './webhook_result.ts';

describe('the answer of a webhook', () => {
  it.each([200, 201, 204, 299])('delivers with %i', (status) => {
    expect(resultOfStatus(status)).toEqual({ result: 'delivered', status, error: null });
  });

  it.each([100, 300, 301, 302, 307, 400, 401, 404, 500, 503])('is a failure to try again with %i', (status) => {
    expect(resultOfStatus(status)).toEqual({ result: 'retryable', status, error: null });
  });

  it('wants no messages any more with 410', () => {
    expect(resultOfStatus(410)).toEqual({ result: 'final', status: 410, error: null });
  });

  it.each([429, 502, 504])('asks for a pause with %i', (status) => {
    expect(resultOfStatus(status)).toMatchObject({ result: 'retryable', isOverloaded: true });
  });

  it('is a failure when there is none, and a sign of overload when it comes too late', () => {
    expect(resultOfError('connect')).toEqual({ result: 'retryable', status: 0, error: 'connect' });
    expect(resultOfError('timeout')).toMatchObject({ result: 'retryable', error: 'timeout', isOverloaded: true });
  });
});
