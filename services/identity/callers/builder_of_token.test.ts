import { describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { eachWithIdentity, NOW } from '../../../test/support/identity_fixture.ts';
import { makeBuilderOfLogin, makeBuilderOfToken } from './builder_of_token.ts';
import type { IdentityClaims, IdentityProvider } from './caller.ts';

const ISSUER = 'https://login.example';
const ADA: IdentityClaims = {
  idpProvider: 'login.example',
  idpRef: 'ada',
  email: 'Ada@Example.com',
  emailVerified: true,
  firstName: 'Ada',
  lastName: 'Lovelace',
};

describe('the builder of a token', () => {
  const identity = eachWithIdentity();
  const secret = new Uint8Array(32);
  const ofIssuer = () => new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setIssuer(ISSUER).sign(secret);
  /** The provider's end: whom it says a token is of; null for one it did not sign. */
  function holderWhere(login: IdentityClaims | null) {
    const { deps } = identity();
    const identityProvider: IdentityProvider = { issuer: ISSUER, verify: async () => login };
    return makeBuilderOfToken({ ...deps, identityProvider, builderOfLogin: makeBuilderOfLogin(deps) });
  }

  it('of the provider is made by the first sign-in, once, from its claims', async () => {
    const { stores } = identity();
    const token = await ofIssuer();
    const holders = await Promise.all(Array.from({ length: 5 }, () => holderWhere(ADA)(token)));
    const ids = new Set(holders.map((holder) => holder?.builder.id));
    expect(ids.size).toBe(1);
    expect(await stores.builders.find([...ids][0] ?? '')).toMatchObject({
      idpProvider: 'login.example',
      idpRef: 'ada',
      primaryEmail: 'ada@example.com',
      firstName: 'Ada',
    });
    expect(holders[0]).toMatchObject({ email: 'ada@example.com', emailVerified: true });
  });

  it('is told apart by the provider’s name for them, not by an address that anybody may claim', async () => {
    const { aPerson } = identity();
    const own = await aPerson('ada@example.com');
    const same = await holderWhere(ADA)(await ofIssuer());
    expect(same?.builder.id).not.toBe(own.builderId);
    const named = await holderWhere({ ...ADA, idpRef: own.builderId })(await ofIssuer());
    expect(named?.builder.id).not.toBe(own.builderId);
  });

  it('has the address that the token names, which may be newer than the stored one', async () => {
    const first = await holderWhere(ADA)(await ofIssuer());
    const later = await holderWhere({ ...ADA, email: 'ada@new.example' })(await ofIssuer());
    expect(later).toMatchObject({ builder: { id: first?.builder.id }, email: 'ada@new.example' });
  });

  it('needs an address the first time, and is vouched for by none that is none', async () => {
    for (const email of ['', 'not an address'])
      await expect(holderWhere({ ...ADA, email })(await ofIssuer())).rejects.toMatchObject({
        kind: 'unauthenticated',
        extras: { remedy: expect.stringContaining('email') },
      });
    await holderWhere(ADA)(await ofIssuer());
    expect(await holderWhere({ ...ADA, email: 'not an address' })(await ofIssuer())).toMatchObject({
      email: '',
      emailVerified: false,
    });
  });

  it('is nobody when the provider did not sign, or the builder is not known', async () => {
    const { deps } = identity();
    expect(await holderWhere(null)(await ofIssuer())).toBeNull();
    const claims = { builderId: ABSENT, email: 'a@b.example', emailVerified: true };
    const token = await deps.tokens.issue(claims, { now: NOW, expireTime: NOW + 60_000 });
    expect(await holderWhere(ADA)(token)).toBeNull();
  });
});
