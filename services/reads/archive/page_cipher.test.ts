import { describe, expect, it } from '@jest/globals';
import { utf8InTurns } from '../../../lib/loop/utf8_in_turns.ts';
import { newSecret, pageCipher } from './archive_keys.ts';

describe('the page cipher', () => {
  const cipher = pageCipher(newSecret());

  it('decrypts to the original text', async () => {
    for (const text of [
      '',
      '{"a":"ü🙂\\u0000"}',
      'x'.repeat(100_000),
      'ä'.repeat(1_200_000),
      `a${'🙂'.repeat(400_000)}`,
    ])
      expect(await cipher.open(await cipher.seal(await utf8InTurns(text), 'here'), 'here')).toBe(text);
  });

  it('refuses another context, a modified text and the key of another installation', async () => {
    const sealed = await cipher.seal(await utf8InTurns('a page'), 'here');
    await expect(cipher.open(sealed, 'there')).rejects.toThrow();
    await expect(pageCipher(newSecret()).open(sealed, 'here')).rejects.toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Uint8Array.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(cipher.open(changed, 'here')).rejects.toThrow();
    }
  });

  it('gives equal texts one address per key', async () => {
    const addressOf = async (text: string, by = cipher) => by.addressOf(await utf8InTurns(text));
    expect(await addressOf('a page')).toBe(await addressOf('a page'));
    expect(await addressOf('a page')).not.toBe(await addressOf('another'));
    expect(await addressOf('a page', pageCipher(newSecret()))).not.toBe(await addressOf('a page'));
  });
});
