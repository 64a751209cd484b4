import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../../lib/json/json.ts';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { eachWithIdentity, NOW } from '../../../test/support/identity_fixture.ts';

const PROJECT = '01900000-0000-7000-8000-0000000000aa';
const RIVAL = '01900000-0000-7000-8000-0000000000bb';

describe('changing a JWT key', () => {
  const identity = eachWithIdentity();
  const publicKeyPem = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({
    type: 'spki',
    format: 'pem',
  }) as string;
  const aKey = () =>
    identity().useCases.createJwtKey({ principal: 'builder:x' }, { projectId: PROJECT, label: 'signer', publicKeyPem });
  const update = (keyId: string, updateMask: string[], values: JsonObject, projectId = PROJECT) =>
    identity().useCases.updateJwtKey({ principal: 'builder:x' }, { projectId, keyId, updateMask, values });

  it('changes what the mask names and nothing else', async () => {
    const { stores, clock } = identity();
    const made = await aKey();
    clock.time += 1;
    const changed = { ...made, label: 'renamed', updateTime: NOW + 1 };
    expect(await update(made.id, ['label'], { label: 'renamed', active: false })).toEqual(changed);
    expect(await stores.jwtKeys.find(PROJECT, made.id)).toEqual(changed);
  });

  it.each([
    [['publicKeyPem'], 'invalidArgument', /label.*active/],
    [[], 'invalidArgument', /label.*active/],
    [['active'], 'unprocessable', /active/],
  ])('is refused the mask %j as %s', async (mask, kind, remedy) => {
    const { id } = await aKey();
    await expect(update(id, mask, { label: 'x' })).rejects.toMatchObject({
      kind,
      extras: { remedy: expect.stringMatching(remedy) },
    });
  });

  it('of another project, or none, is refused as of none', async () => {
    const made = await aKey();
    for (const [id, projectId] of [
      [made.id, RIVAL],
      [ABSENT, PROJECT],
    ] as const)
      await expect(update(id, ['label'], { label: 'x' }, projectId)).rejects.toMatchObject({
        kind: 'notFound',
        detail: 'There is no such JWT key.',
      });
    expect(await identity().stores.jwtKeys.find(PROJECT, made.id)).toEqual(made);
  });
});
