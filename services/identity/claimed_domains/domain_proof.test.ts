import { describe, expect, it } from '@jest/globals';
import { isProof, recordNameOf, tokenOf } from './claimed_domain.ts';

describe('the proof of a claimed domain', () => {
  const claim = { id: '01900000-0000-7000-8000-00000000000a', domain: 'example.com' };
  const token = tokenOf(claim);

  it('S9: is a record below the domain, with a token of that claim alone', () => {
    expect(recordNameOf(claim)).toBe('_causeway.example.com');
    expect(tokenOf({ id: '01900000-0000-7000-8000-00000000000b' })).not.toBe(token);
  });

  it.each([token, token.toUpperCase(), ` ${token}\n`, `"${token}"`])('S9: is %j', (record) => {
    expect(isProof(record, token)).toBe(true);
  });

  it.each(['', 'v=spf1 -all', `${token}0`, `x${token}`, token.slice(0, -1), `"${token}`, tokenOf({ id: 'another' })])(
    'S9: is not %j',
    (record) => {
      expect(isProof(record, token)).toBe(false);
    },
  );
});
