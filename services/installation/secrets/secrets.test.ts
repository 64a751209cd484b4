import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createLog } from '../../../lib/log/log.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { makeUseCases } from '../use_cases.ts';

let world: InstallationWorld;
let lines: string[];
beforeEach(async () => {
  world = await installationWorld();
  lines = [];
  const log = createLog({ service: 'installation', level: 'debug', sink: { write: (line) => void lines.push(line) } });
  Object.assign(
    world,
    makeUseCases(
      { ...world.deps, log },
      { publicUrl: 'https://c.example', internalToken: 'shared', refreshTimes: { retryMs: 1 } },
    ),
  );
});
afterEach(() => world.close());

it('writes no credential into a log, a problem, an event or a plain column, whatever goes wrong', async () => {
  const told: unknown[] = [];
  const attempt = async (work: Promise<unknown>) => told.push(await work.catch((error: unknown) => error));
  const oauth = { accessToken: { token: 'CANARY-at', expiresAt: '2026-01-01T01:00:00Z' }, refreshToken: 'CANARY-rt' };
  const client = { clientId: 'c', clientSecret: 'CANARY-cs' };
  world.answer(() => ({ body: { access_token: 'CANARY-at2', expires_in: 60 } }));
  const made = [
    await world.connect(),
    await world.connect({
      provider: 'sandboxBasic',
      credentialsJson: '{"basicAuth":{"username":"u","password":"CANARY-pw"}}',
    }),
    await world.connect({
      provider: 'sandboxOAuth',
      credentialsJson: JSON.stringify({ oauth2AuthorizationCode: oauth }),
    }),
    await world.connect({
      provider: 'sandboxClient',
      credentialsJson: JSON.stringify({ oauth2ClientCredentials: client }),
    }),
  ];
  await world.createProviderApp(world.call, {
    projectId: PROJECT,
    provider: 'sandboxOAuth',
    clientId: 'c',
    clientSecret: 'CANARY-secret',
    externalRef: '',
    scopes: ['a'],
    metadataJson: '',
  });
  for (const answer of [
    () => ({ status: 503, body: {} }),
    () => ({ status: 400, body: { error: 'invalid_grant' } }),
    () => Promise.reject(new TypeError('a bug')),
  ]) {
    world.answer(answer);
    for (const { id: connectionId } of made) {
      world.pass(11 * 60_000);
      await attempt(world.reportRejected(world.call, { projectId: PROJECT, connectionId, generation: 1 }));
    }
  }
  await attempt(world.connect({ credentialsJson: '{"basicAuth":{"username":"u","password":"CANARY-wrong"}}' }));
  await attempt(
    world.connect({
      provider: 'sandboxOAuth',
      credentialsJson: '{"oauth2AuthorizationCode":{"accessToken":{"token":"CANARY-x","expiresAt":"soon"}}}',
    }),
  );
  const tables = await Promise.all(['connections', 'provider_apps', 'outbox'].map((table) => world.db(table).select()));
  const problems = told.map((error) => (error instanceof Error ? [error.message, error.stack, { ...error }] : error));
  expect(told.length).toBe(14);
  expect(JSON.stringify([lines, problems, tables])).not.toContain('CANARY');
  expect(lines.join()).toContain('bad credentials');
});
