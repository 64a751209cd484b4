import { describe, expect, it } from '@jest/globals';
import { isUrl } from './is_url.ts';

describe('isUrl', () => {
  it.each(['https://a.example/', 'https://bücher.example/', 'mailto:a@b.example'])('takes %s', (text) =>
    expect(isUrl(text)).toBe(true),
  );

  it.each(['', 'a.example', '/path', 'https://', 'https://a b.example/'])('refuses "%s"', (text) =>
    expect(isUrl(text)).toBe(false),
  );

  it('sees what is relative from its base', () => {
    expect([isUrl('/path?q=ü', 'https://a.example'), isUrl('//', 'https://a.example')]).toEqual([true, false]);
  });

  it('says the same however often it is asked', () => {
    let refused = 0;
    for (let i = 0; i < 100_000; i += 1) if (!isUrl('https://bücher.example/')) refused += 1;
    expect(refused).toBe(0);
  });
});
