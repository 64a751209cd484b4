import { describe, expect, it } from '@jest/globals';
import { newSecret, pageCipher } from './archive_keys.ts';

describe('the page cipher', () => {
  const cipher = pageCipher(newSecret());

  it('decrypts to the original text', async () => {
    for (const text of ['', '{"a":"ü🙂\\u0000"}', 'x'.repeat(100_000), 'ä'.repeat(1_200_000)])
      expect(await cipher.open(await cipher.seal(text, 'here'), 'here')).toBe(text);
  });

  it('refuses another context, a modified text and the key of another installation', async () => {
    const sealed = await cipher.seal('a page', 'here');
    await expect(cipher.open(sealed, 'there')).rejects.toThrow();
    await expect(pageCipher(newSecret()).open(sealed, 'here')).rejects.toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Uint8Array.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(cipher.open(changed, 'here')).rejects.toThrow();
    }
  });

  it('gives equal texts one address per key', () => {
    expect(cipher.addressOf('a page')).toBe(cipher.addressOf('a page'));
    expect(cipher.addressOf('a page')).not.toBe(cipher.addressOf('another'));
    expect(pageCipher(newSecret()).addressOf('a page')).not.toBe(cipher.addressOf('a page'));
  });
});
