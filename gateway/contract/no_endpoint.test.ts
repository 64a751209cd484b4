import { describe, expect, it } from '@jest/globals';
import { loadDocument, operationsOf } from './document.ts';
import { noEndpoint, rightBase } from './no_endpoint.ts';

const operations = operationsOf(loadDocument());
const at = (url: string, method = 'POST') => noEndpoint({ method, url }, operations);

describe('the problem of an address without an endpoint', () => {
  it.each(['/search', '/search/v1?x=1'])(
    'L9: says at %s that this is not available yet, and nothing about ids',
    (url) => {
      const { status, detail, extras } = at(url);
      expect([status, detail]).toEqual([404, expect.stringContaining('not available yet in this version')]);
      expect(extras.remedy).not.toMatch(/address|ids/);
    },
  );

  it.each([
    '/',
    '/nothing',
    '/writes',
    '/write',
    '/v1/write',
    '/toString',
    '/__proto__/x',
    '/v1',
    '/read',
    '/v1/projects//x',
  ])('is the plain one at %s', (url) => {
    const { detail, extras } = at(url);
    expect([detail, extras.remedy]).toEqual(['No such endpoint.', undefined]);
  });

  it.each([
    ['POST', '/v1/projects/p/integrations/i/objects/o', '/read/v1/projects/'],
    ['POST', '/v1/projects/p/integrations/i/objects/o:deliverResults?x=1', '/read/v1/projects/'],
    ['POST', '/projects/p/integrations/i/objects/o', '/read/v1/projects/'],
    ['GET', '/read/v1/projects/p/destinations', '/v1/projects/'],
    ['HEAD', '/read/v1/projects/p/destinations', '/v1/projects/'],
    ['GET', '/providers', '/v1/providers'],
    ['PUT', '/read/projects/p/integrations:batch', '/v1/projects/'],
  ])('names the base that has %s %s', (method, url, address) => {
    expect(at(url, method).extras.remedy).toContain(`Call ${method} ${address}`);
  });

  it('names no other base for a method or a path that none has', () => {
    expect(rightBase({ method: 'DELETE', url: '/read/v1/projects/p/operations' }, operations)).toBeUndefined();
    expect(rightBase({ method: 'GET', url: '/v1/projects/p/destinations' }, operations)).toBeUndefined();
  });

  it('names the base of a verb whose path is also an id on this one', () => {
    const asked = { method: 'POST', url: '/v1/projects/p/integrations/i/installations/x:pause' };
    expect(rightBase(asked, operations)).toContain('Call POST /read/v1/projects/');
  });
});
