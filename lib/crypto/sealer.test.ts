import { describe, expect, it } from '@jest/globals';
import { createSealer, newKeyring } from './sealer.ts';

describe('sealing', () => {
  const ring = newKeyring();
  const sealer = createSealer(ring);

  it('opens what it sealed, in the same place', () =>
    expect(sealer.open(sealer.seal('secret ✓', 'a|1'), 'a|1')).toBe('secret ✓'));
  it('never seals alike twice', () => expect(sealer.seal('x', 'c')).not.toBe(sealer.seal('x', 'c')));
  it('does not open in another place', () => expect(() => sealer.open(sealer.seal('x', 'a|1'), 'a|2')).toThrow());
  it('does not open what was changed', () => {
    const sealed = sealer.seal('secret', 'c');
    const last = sealed.slice(-2, -1) === 'A' ? 'B' : 'A';
    expect(() => sealer.open(`${sealed.slice(0, -2)}${last}${sealed.slice(-1)}`, 'c')).toThrow();
  });
  it('opens with an old key after a new one came first', () => {
    const old = sealer.seal('x', 'c');
    const rotated = createSealer(`${newKeyring().replace('k1:', 'k2:')},${ring}`);
    expect(rotated.open(old, 'c')).toBe('x');
    expect(rotated.seal('x', 'c')).toMatch(/^s1\.k2\./);
  });
  it('does not open without the key', () =>
    expect(() => createSealer(newKeyring().replace('k1', 'k9')).open(sealer.seal('x', 'c'), 'c')).toThrow(/keyring/));
  it.each(['', 'k1', 'k1:c2hvcnQ=', 'k 1:aaaa'])('refuses the keyring %p', (text) =>
    expect(() => createSealer(text)).toThrow(),
  );
});
