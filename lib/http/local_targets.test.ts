import { describe, expect, it } from '@jest/globals';
import { localOutbound, localTargetWarnings } from './local_targets.ts';

describe('calls to the own machine', () => {
  it.each(['127.0.0.1', 'localhost', '::1'])('S7: are allowed by default where the platform listens on %s', (host) => {
    for (const publicUrl of ['', 'http://localhost:8080'])
      expect(localOutbound({ host, publicUrl })).toMatchObject({
        CAUSEWAY_OUTBOUND_ALLOW: '127.0.0.0/8,::1/128,localhost',
      });
  });

  it.each(['0.0.0.0', '::', '10.1.2.3', 'example.com'])('S7: are not where it listens on %s', (host) => {
    expect(localOutbound({ host, publicUrl: 'http://localhost:8080' })).toEqual({});
  });

  it('S7: are not where a proxy or a tunnel brings other callers', () => {
    expect(localOutbound({ host: '127.0.0.1', publicUrl: 'https://causeway.example.com' })).toEqual({});
  });

  const open = { host: '0.0.0.0', publicUrl: 'http://localhost:8080' };
  const tunnel = { host: '127.0.0.1', publicUrl: 'https://causeway.example.com' };
  const here = { host: '127.0.0.1', publicUrl: '' };
  it.each(['127.0.0.0/8', '127.0.0.1:8080', 'localhost', 'LOCALHOST:3000', '::1/128', '[::1]:80', '0.0.0.0/0'])(
    'S7: through the entry %s are a warning at the start of a platform that others reach',
    (entry) => {
      const allow = ['10.0.0.0/8', entry];
      expect([open, tunnel, here].map((place) => localTargetWarnings(place, allow).length)).toEqual([1, 1, 0]);
    },
  );

  it('S7: no warning without such an entry', () => {
    expect(localTargetWarnings(open, ['10.0.0.0/8', 'localhost.example.com', 'receiver:8080'])).toEqual([]);
  });
});
