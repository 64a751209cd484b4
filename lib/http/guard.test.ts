import { describe, expect, it } from '@jest/globals';
import { checkUrl, createGuard, targetOf } from './guard.ts';

const allowing = (...allow: string[]) => ({ allow, allowHttp: true });

describe('the allow list', () => {
  it.each([
    ['localhost', 'http://localhost:9999/'],
    ['localhost:9999', 'http://LOCALHOST:9999/'],
    ['receiver', 'http://receiver/'],
    ['127.0.0.1', 'http://127.0.0.1:1/'],
    ['127.0.0.0/8', 'http://127.3.2.1:4000/'],
    ['127.0.0.0/8', 'http://2130706433/'],
    ['[::1]:80', 'http://[::1]/'],
    ['::1', 'https://[0::1]:5000/'],
    ['fc00::/7', 'https://[fd00::1]:22/'],
    [' 10.0.0.0/8 ', 'https://10.1.2.3/'],
    ['bücher.internal', 'http://xn--bcher-kva.internal/'],
  ])('with %s lets %s pass', (entry, url) => expect(checkUrl(url, allowing(entry))).toBeNull());

  it.each([
    ['localhost:9999', 'http://localhost:9998/'],
    ['localhost', 'http://localhost.example.com/'],
    ['receiver', 'http://a.receiver/'],
    ['127.0.0.1', 'http://127.0.0.2/'],
    ['127.0.0.0/8', 'http://[::ffff:127.0.0.1]/'],
    ['127.0.0.0/8', 'http://localhost/'],
    ['10.0.0.0/8', 'https://11.0.0.1:22/'],
    ['0.0.0.0/0', 'https://[::1]/'],
    ['hooks.example.com', 'https://user@hooks.example.com/'],
  ])('with %s still refuses %s', (entry, url) => expect(checkUrl(url, allowing(entry))).toMatch(/^The /));

  it('opens no plain http without the setting', () => {
    expect(checkUrl('http://127.0.0.1/', { allow: ['127.0.0.0/8'], allowHttp: false })).toBe('The URL must use https.');
    expect(checkUrl('https://127.0.0.1/', { allow: ['127.0.0.0/8'], allowHttp: false })).toBeNull();
  });

  it.each(['10.0.0.0/33', '10.0.0/8', '::/129', 'http://receiver', 'a b', 'host:99999', 'host:', '*', 'host/path'])(
    'refuses the entry %j',
    (entry) => {
      expect(() => createGuard(allowing(entry))).toThrow(entry);
    },
  );
});

describe('the last word, when the addresses are known', () => {
  const guard = createGuard(allowing('10.0.0.0/8', 'receiver:8080'));
  const admits = (url: string, ...addresses: string[]) => guard.admits(targetOf(new URL(url)), addresses);

  it('admits public addresses over https on a usual port', () => {
    expect(admits('https://a.example.com/', '8.8.8.8', '2606:4700::1')).toBe(true);
    expect(admits('http://a.example.com/', '8.8.8.8')).toBe(false);
    expect(admits('https://a.example.com:22/', '8.8.8.8')).toBe(false);
  });

  it('admits an allowed range on any port and scheme, but not half of an answer', () => {
    expect(admits('http://a.example.com:22/', '10.1.1.1', '10.2.2.2')).toBe(true);
    expect(admits('http://a.example.com:22/', '10.1.1.1', '8.8.8.8')).toBe(false);
    expect(admits('https://a.example.com/', '10.1.1.1', '192.168.0.1')).toBe(false);
  });

  it('admits a named host wherever it lies', () => {
    expect(admits('http://receiver:8080/', '172.17.0.4')).toBe(true);
    expect(admits('http://receiver:8081/', '172.17.0.4')).toBe(false);
  });

  it('admits the lab over http where nothing else may use it, on its own port alone', () => {
    const strict = createGuard({ allow: ['10.0.0.0/8'], allowHttp: false, plain: ['127.0.0.1:4030'] });
    const may = (url: string, address: string) =>
      strict.urlFault(url) === null && strict.admits(targetOf(new URL(url)), [address]);
    expect(may('http://127.0.0.1:4030/hubspot/', '127.0.0.1')).toBe(true);
    expect(may('http://127.0.0.1:4031/', '127.0.0.1')).toBe(false);
    expect(may('http://10.0.0.1/', '10.0.0.1')).toBe(false);
    expect(may('https://10.0.0.1/', '10.0.0.1')).toBe(true);
  });

  it('admits nothing when there is no address', () => expect(admits('https://a.example.com/')).toBe(false));
});
