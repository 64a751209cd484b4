import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { installationWorld, PROJECT, type InstallationWorld } from '../../../test/support/installation_world.ts';
import { MOST_TRIES, revocationWait } from '../domain/revocation.ts';

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
});
afterEach(() => world.close());

const app = {
  projectId: PROJECT,
  provider: 'sandboxOAuth',
  clientId: 'app',
  clientSecret: 'CANARY-secret',
  externalRef: '',
  scopes: ['read'],
  metadataJson: '{}',
};
const tokens = { accessToken: { token: 'CANARY-at' }, refreshToken: { token: 'CANARY-rt' } };

/** A deleted connection whose tokens are to be revoked. */
async function deleted(): Promise<void> {
  const credentialsJson = JSON.stringify({ oauth2AuthorizationCode: tokens });
  const { id } = await world.connect({ provider: 'sandboxOAuth', credentialsJson });
  await world.deleteConnection(world.call, { projectId: PROJECT, connectionId: id });
}
const rows = (): Promise<{ sealed: string; tries: number }[]> => world.db('revocations').select('sealed', 'tries');
/** A round in which everything that waits is due. */
async function round(): Promise<void> {
  await world.db('revocations').update({ next_time: 0 });
  await world.revokeTokens();
}

describe('revokeTokens', () => {
  it('asks with what the connection left, and keeps none of it', async () => {
    await world.createProviderApp(world.call, app);
    await deleted();
    expect(JSON.stringify(await rows())).not.toContain('CANARY');
    world.answer(() => ({ body: {} }));
    await round();
    expect(world.sent).toMatchObject([
      {
        url: 'http://127.0.0.1:4020/oidc/token/revocation',
        body: 'token=CANARY-rt&client_id=app&client_secret=CANARY-secret',
      },
    ]);
    expect(await rows()).toEqual([]);
  });

  it('asks again while nobody answers, and not for ever', async () => {
    await world.createProviderApp(world.call, app);
    await deleted();
    world.answer(() => ({ status: 503, body: {} }));
    for (let n = 1; n < MOST_TRIES; n += 1) {
      await round();
      expect(await rows()).toMatchObject([{ tries: n }]);
    }
    await round();
    expect([world.sent.length, await rows()]).toEqual([MOST_TRIES, []]);
  });

  it('leaves a provider alone between two tries', async () => {
    await world.createProviderApp(world.call, app);
    await deleted();
    world.answer(() => ({ status: 503, body: {} }));
    await round();
    await world.revokeTokens();
    expect(world.sent).toHaveLength(1);
    expect([1, 2, 3, 7].map((tries) => revocationWait(tries, 10_000))).toEqual([10_000, 50_000, 250_000, 86_400_000]);
  });

  it('lets go of tokens that nobody can revoke any more', async () => {
    await deleted();
    await round();
    expect([world.sent, await rows()]).toEqual([[], []]);
  });
});
