import { describe, expect, it } from '@jest/globals';
import { isSameOrigin } from './same_origin.ts';

const OWN = 'https://causeway.example';

describe('a POST of our own page', () => {
  it.each([
    [{ origin: OWN, 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: OWN }, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{}, false],
    [{ origin: 'null' }, false],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: 'https://causeway.example.evil.example', 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: OWN, 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
  ])('S5: with %j is one: %s', (headers, expected) => expect(isSameOrigin(headers, `${OWN}`)).toBe(expected));
});
