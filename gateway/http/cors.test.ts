import { describe, expect, it } from '@jest/globals';
import { originRule } from './cors.ts';

describe('the rule for origins', () => {
  it.each(['https://app.example.com/', 'app.example.com', 'https://app.example.com/x', 'https://*.example.com:*:1'])(
    'refuses %s when it is made, for no browser sends that',
    (entry) => expect(() => originRule([entry])).toThrow(/no origin/),
  );

  it('lets nobody in without entries', () => {
    expect(originRule([])('https://app.example.com')).toBe(false);
  });
});
