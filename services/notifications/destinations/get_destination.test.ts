import { describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { eachWithNotifications, KEY_OVERLAP, PROJECT } from '../../../test/support/notifications_fixture.ts';
import { signingSecrets } from './destinations.ts';

describe('getDestination', () => {
  const notifications = eachWithNotifications();
  const get = (idOrName: string, { includeSecrets = false, rotate = false, projectId = PROJECT } = {}) =>
    notifications().getDestination({ projectId, idOrName, includeSecrets, rotate });

  it('tells the key only when it is asked for, and keeps it sealed', async () => {
    const { db, aDestination } = notifications();
    const { id } = await aDestination('hooks');
    expect((await get('hooks')).signingKey).toBe('');
    const { signingKey } = await get(id, { includeSecrets: true });
    expect(signingKey).toMatch(/^whsec_/);
    expect(JSON.stringify(await db('destinations').select())).not.toContain(signingKey);
  });

  it('tells the new key to who rotates, and signs with the old one beside it for the overlap', async () => {
    const { clock, deps, aDestination } = notifications();
    const { id } = await aDestination('hooks');
    const { signingKey: old } = await get(id, { includeSecrets: true });
    const { destination, signingKey } = await get(id, { rotate: true });
    expect(signingKey).not.toBe(old);
    expect((await get(id, { includeSecrets: true })).signingKey).toBe(signingKey);
    const secretsAt = (time: number) => signingSecrets(destination, deps.sealer, time);
    expect(secretsAt(clock.time + KEY_OVERLAP - 1)).toEqual([signingKey, old]);
    expect(secretsAt(clock.time + KEY_OVERLAP)).toEqual([signingKey]);
  });

  it('signs with every key of its overlap when many rotate at once', async () => {
    const { clock, deps, aDestination } = notifications();
    const { id } = await aDestination('hooks');
    const { signingKey: first } = await get(id, { includeSecrets: true });
    const rotated = await Promise.all([1, 2, 3].map(() => get(id, { rotate: true })));
    const { destination } = await get(id);
    expect(signingSecrets(destination, deps.sealer, clock.time).sort()).toEqual(
      [first, ...rotated.map(({ signingKey }) => signingKey)].sort(),
    );
  });

  it('suggests the name that was probably meant, of the same project only', async () => {
    await notifications().aDestination('hooks');
    await expect(get('hoks')).rejects.toMatchObject({ extras: { remedy: 'Did you mean hooks?' } });
    await expect(get('hoks', { projectId: ABSENT })).rejects.toMatchObject({ extras: {} });
  });

  it('knows none of another project, and rotates no key of it', async () => {
    const { aDestination } = notifications();
    const { id } = await aDestination('hooks');
    const { signingKey } = await get(id, { includeSecrets: true });
    for (const rotate of [false, true])
      for (const [idOrName, projectId] of [
        [id, ABSENT],
        ['hooks', ABSENT],
        [ABSENT, PROJECT],
        ['nothing', PROJECT],
      ] as const)
        await expect(get(idOrName, { rotate, projectId })).rejects.toMatchObject({
          kind: 'notFound',
          detail: 'There is no such destination.',
        });
    expect((await get(id, { includeSecrets: true })).signingKey).toBe(signingKey);
  });
});
