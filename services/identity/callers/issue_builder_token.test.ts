import { describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { eachWithIdentity, NOW } from '../../../test/support/identity_fixture.ts';

describe('a builder token', () => {
  const identity = eachWithIdentity();

  it('speaks for the person of an address, one builder however often and at once it is asked for', async () => {
    const { useCases, deps, stores } = identity();
    const issued = await Promise.all(
      ['ada@example.com', ' Ada@Example.com', 'ada@example.com'].map((email) =>
        useCases.issueBuilderToken({ email, firstName: 'Ada', lastName: 'Lovelace' }),
      ),
    );
    const [{ token, builderId, expireTime } = { token: '', builderId: '', expireTime: 0 }] = issued;
    expect(new Set(issued.map((one) => one.builderId)).size).toBe(1);
    expect(expireTime).toBe(NOW + deps.defaultLifetime);
    expect(await deps.tokens.verify(token, NOW)).toEqual({ builderId, email: 'ada@example.com', emailVerified: true });
    expect(await stores.builders.find(builderId)).toMatchObject({
      idpProvider: 'causeway',
      idpRef: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
    });
  });

  it('vouches for no address where that is said, and lives as long as is said', async () => {
    const { useCases, deps } = identity();
    const { builderId } = await useCases.issueBuilderToken({ email: 'ada@example.com' });
    const { token, expireTime } = await useCases.issueBuilderToken({
      builderId,
      isEmailUnverified: true,
      lifetimeMs: 60_000,
    });
    expect(expireTime).toBe(NOW + 60_000);
    expect(await deps.tokens.verify(token, NOW)).toMatchObject({ builderId, emailVerified: false });
  });

  it('is not issued for nobody, nor for what is no address', async () => {
    const { useCases } = identity();
    for (const request of [{}, { builderId: ABSENT }])
      await expect(useCases.issueBuilderToken(request)).rejects.toMatchObject({
        kind: 'notFound',
        detail: 'There is no such builder.',
      });
    await expect(useCases.issueBuilderToken({ email: 'nobody' })).rejects.toMatchObject({ kind: 'invalidArgument' });
  });
});
