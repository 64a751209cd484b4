import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { MAX_TRIES, revocationWaitMs } from './revocation.ts';

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

/** Creates and deletes a connection, so that its tokens wait for revocation. */
async function deleted(): Promise<void> {
  const credentialsJson = JSON.stringify({ oauth2AuthorizationCode: tokens });
  const { id } = await world.connect({ provider: 'sandboxOAuth', credentialsJson });
  await world.deleteConnection(world.call, { projectId: PROJECT, connectionId: id });
}
const rows = (): Promise<{ sealed: string; tries: number }[]> => world.db('revocations').select('sealed', 'tries');
/** Runs one round with all waiting revocations due. */
async function round(): Promise<void> {
  await world.db('revocations').update({ next_time: 0 });
  await world.revokeTokens();
}

describe('revokeTokens', () => {
  it('revokes the tokens of the connection, and deletes them', async () => {
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

  it('tries again while the provider is unavailable, up to a limit', async () => {
    await world.createProviderApp(world.call, app);
    await deleted();
    world.answer(() => ({ status: 503, body: {} }));
    for (let n = 1; n < MAX_TRIES; n += 1) {
      await round();
      expect(await rows()).toMatchObject([{ tries: n }]);
    }
    await round();
    expect([world.sent.length, await rows()]).toEqual([MAX_TRIES, []]);
  });

  it('waits between two tries', async () => {
    await world.createProviderApp(world.call, app);
    await deleted();
    world.answer(() => ({ status: 503, body: {} }));
    await round();
    await world.revokeTokens();
    expect(world.sent).toHaveLength(1);
    expect([1, 2, 3, 7].map((tries) => revocationWaitMs(tries, 10_000))).toEqual([10_000, 50_000, 250_000, 86_400_000]);
  });

  it('gives up tokens that can not be revoked any more', async () => {
    await deleted();
    await round();
    expect([world.sent, await rows()]).toEqual([[], []]);
  });
});
