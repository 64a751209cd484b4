import { describe, expect, it } from '@jest/globals';
import { errorMask, MASK_TEXT } from './secret_mask.ts';

/** With the special characters where the first characters of a spelling end. */
const SECRETS = [
  'abcdefghijkl/RESTOFSECRET9876543210+x',
  'GOCSPX-abcde+RESTOFSECRET9876',
  'abcdefghijk&=RESTOFSECRET98',
];
const SPELLINGS: [string, (secret: string) => string][] = [
  ['as it is', (secret) => secret],
  ['in a URL', encodeURIComponent],
  ['in a URL twice', (secret) => encodeURIComponent(encodeURIComponent(secret))],
  ['in a form', (secret) => new URLSearchParams({ '': secret }).toString().slice(1)],
  ['in JSON with escaped slashes', (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
];

describe('the mask of error texts', () => {
  it.each(SPELLINGS)('S3: leaves nothing of a secret that was cut, written %s', (_how, spelled) => {
    for (const secret of SECRETS) {
      const text = spelled(secret);
      for (let length = 20; length <= text.length; length += 1)
        expect(errorMask(SECRETS)(`bad ${text.slice(0, length)}… cut`)).not.toContain('RESTOF');
    }
  });

  it('S3: masks two cut secrets in one text, and the beginning of one at its end', () => {
    const [one = '', other = ''] = SECRETS;
    const masked = errorMask(SECRETS)(`${one.slice(0, 30)}… and ${other.slice(0, 15)}… and ${one.slice(0, 6)}`);
    expect(masked).toBe(`${MASK_TEXT}… and ${MASK_TEXT}… and ${MASK_TEXT}`);
  });
});
