import { describe, expect, it } from '@jest/globals';
import { readSettings } from '../config/settings.ts';
import { sharedSettings } from '../config/shared_settings.ts';
import { trustWarnings } from '../process/trust_warnings.ts';
import { systemClock } from '../time/clock.ts';
import { newKeyPair, newProcessKeys, readProcessKeys } from './process_keys.ts';
import { createTrust } from './trust.ts';

describe('the keys of the processes', () => {
  const { privateKeys, publicKeys } = newProcessKeys();
  const known = publicKeys.split(',');
  const RPC = 'installation/FindReadPlan';

  it('stop a start with a sentence when they cannot be used', () => {
    const faults: [string, string[], RegExp][] = [
      [privateKeys.reads, [], /together/],
      ['', known, /together/],
      ['short', known, /CAUSEWAY_PROCESS_KEY holds a key that is not 32 bytes/],
      [privateKeys.gateway, known, /not a key of reads/],
      [privateKeys.reads, ['sweeps:abc', ...known], /names sweeps/],
      [privateKeys.reads, known.slice(1), /no key of gateway/],
      [privateKeys.reads, [...known, ...known, ...known], /more than 2 keys of gateway/],
    ];
    for (const [key, list, message] of faults) expect(() => readProcessKeys('reads', key, list)).toThrow(message);
    expect(readProcessKeys('reads', '', [])).toBeUndefined();
    const without = known.filter((text) => !text.startsWith('writes:'));
    expect(readProcessKeys('reads', privateKeys.reads, without)).toBeDefined();
    expect(() => readProcessKeys('writes', privateKeys.writes, without)).toThrow(/not a key of writes/);
  });

  it('S4: are changed without a pause: a process may have two, and a removed one is refused', () => {
    const next = newKeyPair();
    const both = [...known, `reads:${next.publicKey}`];
    const onlyNext = both.filter((text) => text !== known.find((one) => one.startsWith('reads:')));
    const trust = (key: string, list: string[], process: 'reads' | 'installation') =>
      createTrust({ process, token: 'token', key, publicKeys: list }, systemClock);
    const before = trust(privateKeys.reads, both, 'reads').credentials('installation');
    const after = trust(next.privateKey, both, 'reads').credentials('installation');
    const during = trust(privateKeys.installation, both, 'installation').callerCheck('installation');
    expect([during(before, RPC), during(after, RPC)]).toEqual([{ process: 'reads' }, { process: 'reads' }]);
    const last = trust(privateKeys.installation, onlyNext, 'installation').callerCheck('installation');
    expect([last(before, RPC), last(after, RPC)]).toEqual([{ fault: 'wrong signature' }, { process: 'reads' }]);
  });

  it('S4: are missed with a warning at a start, as is a user of NATS', () => {
    const given = (more: object) =>
      readSettings(sharedSettings, { CAUSEWAY_INTERNAL_TOKEN: 't', CAUSEWAY_KEYRING: 'k', ...more });
    const keys = { CAUSEWAY_PROCESS_KEY: 'x', CAUSEWAY_PROCESS_PUBLIC_KEYS: 'y' };
    const user = { CAUSEWAY_NATS_URL: 'nats://reads:secret@nats:4222' };
    expect(trustWarnings('reads', given({}))).toEqual([
      expect.stringContaining('CAUSEWAY_PROCESS_KEY is not set'),
      expect.stringContaining('CAUSEWAY_NATS_URL names no user'),
    ]);
    expect(trustWarnings('gateway', given(keys))).toEqual([]);
    expect(trustWarnings('reads', given({ ...keys, ...user }))).toEqual([]);
    expect(trustWarnings('reads', given({ ...keys, ...user, CAUSEWAY_ACCEPT_UNSIGNED: '1' }))).toEqual([
      expect.stringContaining('CAUSEWAY_ACCEPT_UNSIGNED is set'),
    ]);
  });
});
