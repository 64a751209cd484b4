import { describe, expect, it } from '@jest/globals';
import { allRules } from '../../../lib/rules/rules.ts';
import { newSecret, pageBox } from './page_box.ts';

describe('a box of kept pages', () => {
  const box = pageBox(newSecret(), allRules);

  it('opens what it sealed, to the letter', async () => {
    for (const text of ['', '{"a":"ü🙂\\u0000"}', 'x'.repeat(100_000), 'ä'.repeat(1_200_000)])
      expect(await box.open(await box.seal(text, 'here'), 'here')).toBe(text);
  });

  it('opens nothing elsewhere, nothing that was changed, and nothing of another installation', async () => {
    const sealed = await box.seal('a page', 'here');
    await expect(box.open(sealed, 'there')).rejects.toThrow();
    await expect(pageBox(newSecret(), allRules).open(sealed, 'here')).rejects.toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Uint8Array.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(box.open(changed, 'here')).rejects.toThrow();
    }
  });

  it('has one address for a text, and another in every other box', () => {
    expect(box.addressOf('a page')).toBe(box.addressOf('a page'));
    expect(box.addressOf('a page')).not.toBe(box.addressOf('another'));
    expect(pageBox(newSecret(), allRules).addressOf('a page')).not.toBe(box.addressOf('a page'));
  });
});
