import { describe, expect, it } from '@jest/globals';
import { OutboundError } from '../../lib/http/outbound_error.ts';
import type { EndedProviderCall } from '../../lib/telemetry/telemetry.ts';
import { recorded } from './recorded.ts';

describe('the telemetry of provider calls', () => {
  const request = {
    method: 'GET',
    url: 'https://api.acme.example:8443/v1/CANARY?key=CANARY',
    headers: { a: 'CANARY' },
  };

  it('gets each call once, with its host and latency, and nothing of its path, query or headers', async () => {
    const ended: EndedProviderCall[] = [];
    const telemetry = { providerCall: (one: EndedProviderCall) => void ended.push(one) };
    const answer = { status: 429, headers: {}, text: 'CANARY' };
    expect(await recorded(async () => answer, telemetry)(request)).toBe(answer);
    const timeout = new OutboundError('timeout', new Error('CANARY'));
    await expect(recorded(() => Promise.reject(timeout), telemetry)(request)).rejects.toBe(timeout);
    const call = { host: 'api.acme.example:8443', method: 'GET', durationMs: expect.any(Number) };
    expect(ended).toEqual([
      { ...call, status: 429, failure: undefined },
      { ...call, status: undefined, failure: 'timeout' },
    ]);
    expect(JSON.stringify(ended)).not.toContain('CANARY');
  });
});
