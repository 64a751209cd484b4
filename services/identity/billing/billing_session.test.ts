import { describe, expect, it } from '@jest/globals';
import { billingSessionLinks } from './billing_session.ts';

const SESSION = { orgId: 'o', accountId: 'a', redirectUrl: 'https://app.example.com/', expireTime: 2_000 };

describe('the link of a billing session', () => {
  const links = billingSessionLinks('secret');
  const token = links.tokenOf(SESSION);

  it('opens until it expires', () => {
    expect(links.read(token, 1_999)).toEqual(SESSION);
    expect(links.read(token, 2_000)).toBeNull();
  });

  it('opens on every replica, and with no other secret', () => {
    expect(billingSessionLinks('secret').read(token, 0)).toEqual(SESSION);
    expect(billingSessionLinks('another').read(token, 0)).toBeNull();
  });

  it('does not open with any character changed, added or left out', () => {
    for (let i = 0; i < token.length; i += 1) {
      const other = token[i] === 'A' ? 'B' : 'A';
      for (const changed of [other, '', `${token[i]}A`]) {
        const text = token.slice(0, i) + changed + token.slice(i + 1);
        expect([text, text === token || links.read(text, 0)]).toEqual([text, null]);
      }
    }
  });
});
