import { describe, expect, it } from '@jest/globals';
import { strToU8, type Zippable, zipSync } from 'fflate';
import type { Problem } from '../../../lib/problem/problem.ts';
import { manifestInArchive } from './read_source.ts';

const zip = (files: Record<string, string>, level: 0 | 9 = 9) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])) as Zippable, {
    level,
  });

function refusal(bytes: Uint8Array): string {
  try {
    return `took ${manifestInArchive(bytes)}`;
  } catch (error) {
    expect((error as Problem).kind).toBe('unprocessable');
    return (error as Problem).detail;
  }
}

describe('the manifest in an archive', () => {
  it.each([
    ['amp.yaml', zip({ 'amp.yaml': 'a: ü' })],
    ['amp.yml', zip({ 'amp.yml': 'a: ü' })],
    ['a file that is stored as it is', zip({ 'amp.yaml': 'a: ü' }, 0)],
    ['one among others', zip({ 'docs/amp.yaml': 'no', 'readme.md': 'no', 'amp.yaml': 'a: ü', 'x.yaml': 'no' })],
  ])('is read from %s', (_what, bytes) => expect(manifestInArchive(bytes)).toBe('a: ü'));

  it('is read over many slices', () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `k${(i * 7919) % 65_536}: ${i}\n`).join('');
    expect(manifestInArchive(zip({ 'amp.yaml': text }))).toBe(text);
    expect(manifestInArchive(zip({ 'amp.yaml': text }, 0))).toBe(text);
  });

  it.each([
    ['nothing', new Uint8Array(0), 'is not a zip archive'],
    ['something else', strToU8('specVersion: 1.0.0'), 'is not a zip archive'],
    [
      'an archive of other files',
      zip({ 'docs/amp.yaml': 'no', 'AMP.yaml': 'no', './amp.yaml': 'no' }),
      'has no complete amp.yaml',
    ],
    ['two manifests', zip({ 'amp.yaml': 'a', 'amp.yml': 'b' }), 'has more than one'],
    ['bytes that are no text', zipSync({ 'amp.yaml': new Uint8Array([0xff, 0xfe, 0xfd]) }), 'not valid UTF-8'],
    [
      'more files than anybody has',
      zip(Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`f${i}`, '']))),
      'more than 1000 files',
    ],
  ])('is refused in %s', (_what, bytes, fault) => expect(refusal(bytes)).toContain(fault));

  it('is refused when the archive is cut off or damaged', () => {
    const text = Array.from({ length: 3_000 }, (_, i) => `k${i}: ${(i * 7919) % 65_536}\n`).join('');
    const whole = zip({ 'amp.yaml': text });
    for (const end of [10, 50, 2_000, 6_000])
      expect(refusal(whole.subarray(0, end))).toMatch(/damaged|complete|not a zip/);
    expect(refusal(whole.map((byte, i) => (i > 60 && i < 200 ? byte ^ 0xff : byte)))).toMatch(
      /damaged|UTF-8|complete|took/,
    );
  });

  it('is refused as soon as it is too large, before the rest is read', () => {
    const bomb = zipSync({ 'amp.yaml': new Uint8Array(50_000_000) }, { level: 9 });
    expect(refusal(bomb)).toContain('more than 524288 bytes');
    expect(refusal(bomb.subarray(0, 8_192))).toContain('more than 524288 bytes');
  });

  it('is found beside a file that is never inflated', () => {
    const files = { 'big.bin': new Uint8Array(50_000_000), 'amp.yaml': strToU8('a: 1') };
    expect(manifestInArchive(zipSync(files, { level: 9 }))).toBe('a: 1');
  });
});
