import { describe, expect, it } from '@jest/globals';
import { noEndpoint } from './no_endpoint.ts';

describe('the problem of an address without an endpoint', () => {
  it.each(['/write/v1/projects/p/integrations/i/objects/o', '/write', '/search/v1?x=1', '/proxy/crm/v3', '/proxy?a'])(
    'L9: says at %s that this is not available yet, and nothing about ids',
    (url) => {
      const { status, detail, extras } = noEndpoint(url);
      expect([status, detail]).toEqual([404, expect.stringContaining('not available yet in this version')]);
      expect(extras.remedy).not.toMatch(/address|ids/);
    },
  );

  it.each(['/', '/nothing', '/writes', '/v1/write', '/toString', '/__proto__/x'])('is the plain one at %s', (url) => {
    const { detail, extras } = noEndpoint(url);
    expect([detail, extras]).toEqual(['No such endpoint.', {}]);
  });
});
