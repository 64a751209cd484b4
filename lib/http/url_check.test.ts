import { describe, expect, it } from '@jest/globals';
import { createUrlCheck } from './url_check.ts';

const ADDRESSES: Record<string, string[]> = {
  'hooks.acme.example': ['203.0.114.7'],
  'loop.acme.example': ['127.0.0.1'],
  'mixed.acme.example': ['203.0.114.7', '10.0.0.1'],
};
const lookup = async (host: string) => {
  const found = ADDRESSES[host];
  if (!found) throw new Error('no such name');
  return found;
};
/** The policy of the embedded form: http to loopback addresses. */
const embedded = createUrlCheck({ allow: ['127.0.0.0/8', '::1'], allowHttp: true }, lookup);
const strict = createUrlCheck({ allow: ['receiver:8080'], allowHttp: true }, lookup);

describe('createUrlCheck', () => {
  it.each([
    ['http to a name that resolves to public addresses', 'http://hooks.acme.example/x', /must use https/],
    ['http to a name that does not resolve', 'http://unknown.acme.example/x', /cannot be resolved/],
    ['an unusual port of a public name', 'https://hooks.acme.example:9999/x', /port/],
    ['a name with a private address beside public ones', 'https://mixed.acme.example/x', /public addresses only/],
    ['a private address', 'https://10.0.0.1/x', /private or reserved/],
  ])('L4: refuses %s on the embedded form', async (_what, url, fault) => {
    expect(await embedded(url)).toMatch(fault);
  });

  it.each([
    ['https to a public name', 'https://hooks.acme.example/x'],
    ['https to a name that does not resolve yet', 'https://unknown.acme.example/x'],
    ['http to a name in an allowed range, on any port', 'http://loop.acme.example:9999/x'],
    ['http to an allowed address', 'http://127.0.0.1:9999/x'],
  ])('L4: allows %s on the embedded form', async (_what, url) => {
    expect(await embedded(url)).toBeNull();
  });

  it('L4: refuses a name that resolves to a loopback address that is not allowed', async () => {
    expect(await strict('https://loop.acme.example/x')).toMatch(/public addresses only/);
  });

  it('does not resolve a name that the operator listed', async () => {
    expect(await strict('http://receiver:8080/x')).toBeNull();
  });
});
