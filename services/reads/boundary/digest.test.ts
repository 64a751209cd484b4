import { describe, expect, it } from '@jest/globals';
import { digest, digestInTurns } from './boundary.ts';

describe('the hash of a text in turns', () => {
  it.each(['x'.repeat(3_000), `${'x'.repeat(256 * 1024 - 1)}😀`, `y${'😀'.repeat(300_000)}`, '☃'.repeat(600_000)])(
    'is that of the whole text, so that rows of other versions match (%#)',
    async (text) => expect(await digestInTurns('2026-01-02\n', text)).toBe(digest(`2026-01-02\n${text}`)),
  );

  it('differs when the last character does', async () => {
    const text = 'x'.repeat(600_000);
    expect(await digestInTurns('', `${text}a`)).not.toBe(await digestInTurns('', `${text}b`));
  });
});
