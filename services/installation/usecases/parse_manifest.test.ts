import { describe, expect, it } from '@jest/globals';
import { parseManifest } from './parse_manifest.ts';

describe('a malicious manifest', () => {
  it('is parsed quickly, however many keys it has', () => {
    const source = Array.from({ length: 60_000 }, (_, i) => `k${i}: 1`).join('\n');
    expect(parseManifest(source).syntaxFaults).toEqual([]);
  }, 20_000);

  it('is reported with each duplicate key, at any depth', () => {
    const { syntaxFaults } = parseManifest('a: 1\nb:\n  - {c: 1, c: 2}\na: 3\n');
    expect(syntaxFaults).toEqual([
      { position: { line: 4, column: 1 }, message: 'Map keys must be unique' },
      { position: { line: 3, column: 12 }, message: 'Map keys must be unique' },
    ]);
  });

  it.each([
    ['lists', '['.repeat(3_000) + ']'.repeat(3_000)],
    ['objects', '{a: '.repeat(3_000) + '1' + '}'.repeat(3_000)],
    ['both', '[{a: '.repeat(40) + '1' + '}]'.repeat(40)],
  ])('is refused when it nests %s', (_what, source) => {
    const parsed = () => {
      const { syntaxFaults } = parseManifest(source);
      if (syntaxFaults.length > 0) throw new Error('too many levels');
    };
    expect(parsed).toThrow('too many levels');
  });
});
