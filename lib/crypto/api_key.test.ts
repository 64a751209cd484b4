import { describe, expect, it } from '@jest/globals';
import { apiKeyHash, looksLikeApiKey, maskedApiKey, newApiKey } from './api_key.ts';

describe('API keys', () => {
  it('are recognised by prefix and checksum', () => {
    for (let i = 0; i < 100; i += 1) expect(looksLikeApiKey(newApiKey())).toBe(true);
  });
  it('are refused with one letter wrong', () => {
    const key = newApiKey();
    const wrong = key.slice(0, 10) + (key[10] === 'a' ? 'b' : 'a') + key.slice(11);
    expect(looksLikeApiKey(wrong)).toBe(false);
  });
  it('are of no use where they are masked', () => {
    const key = newApiKey();
    const masked = maskedApiKey(key);
    expect(looksLikeApiKey(masked)).toBe(false);
    expect([masked.slice(0, 10), masked.length]).toEqual([key.slice(0, 10), 20]);
  });
  it('are looked up by a hash that fits its column', () => expect(apiKeyHash(newApiKey())).toHaveLength(64));
});
