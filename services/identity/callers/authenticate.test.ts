import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type BuilderTokens,
  createBuilderTokens,
  newSigningKey,
  OWN_ISSUER,
} from '../../../lib/crypto/builder_token.ts';
import { createSealer, newKeyring } from '../../../lib/crypto/sealer.ts';
import { migrateUp } from '../../../lib/db/migrate.ts';
import { type Db, openDatabase } from '../../../lib/db/open.ts';
import { newId } from '../../../lib/ids/ids.ts';
import { makeApiKeys } from '../api_keys/api_keys.ts';
import { makeAudit } from '../audit/audit_entries.ts';
import { migrations } from '../migrations/migrations.ts';
import { makeCallerOfSession } from '../sessions/sessions.ts';
import { type Stores, sqlStores } from '../stores.ts';
import { type Authenticate, builderBearer, makeAuthenticate } from './authenticate.ts';
import { makeBuilderOfLogin, makeBuilderOfToken } from './builder_of_token.ts';
import { type Bootstrap, makeEnsureBootstrap } from './ensure_bootstrap.ts';
import { makeIssueBuilderToken } from './own_tokens.ts';

const HOUR = 3_600_000;

describe('who calls', () => {
  let db: Db;
  let stores: Stores;
  let tokens: BuilderTokens;
  let authenticate: Authenticate;
  let [mine, other]: Bootstrap[] = [];
  const clock = { time: 1_800_000_000_000, now: () => clock.time };
  const key = (projectIdOrName = '') => ({ apiKey: mine?.apiKey ?? '', bearerToken: '', projectIdOrName });

  beforeAll(async () => {
    db = openDatabase('sqlite::memory:');
    await migrateUp(db, migrations);
    stores = sqlStores(db);
    tokens = await createBuilderTokens(newSigningKey());
    const builderOfLogin = makeBuilderOfLogin({ stores, clock, newId });
    const builderOfToken = makeBuilderOfToken({ stores, tokens, identityProvider: null, builderOfLogin, clock });
    authenticate = makeAuthenticate({
      stores,
      bearers: [builderBearer({ stores, builderOfToken, issuers: [OWN_ISSUER] })],
      callerOfSession: makeCallerOfSession({ stores, clock }),
    });
    const ensureBootstrap = makeEnsureBootstrap({ stores, sealer: createSealer(newKeyring()), clock, newId });
    mine = await ensureBootstrap({ orgLabel: 'Mine', projectName: 'mine' });
    other = await ensureBootstrap({ orgLabel: 'Other', projectName: 'other' });
    await expect(ensureBootstrap({ orgLabel: 'Mine', projectName: 'mine' })).resolves.toEqual(mine);
  });
  afterAll(() => db.destroy());

  const token = async (lifetimeMs = HOUR) =>
    (
      await makeIssueBuilderToken({ stores, tokens, clock, newId, defaultLifetime: HOUR })({
        builderId: mine?.builderId ?? '',
        lifetimeMs,
      })
    ).token;

  it('D: acts for the builder of the token, or for the builder who made the key', async () => {
    const sealer = createSealer(newKeyring());
    const audit = makeAudit({ clock, newId });
    const { createApiKey } = makeApiKeys({ stores, sealer, clock, newId, audit, isKeyMasked: false });
    const made = async (builderId?: string) => {
      const { key: apiKey } = await createApiKey(
        { principal: 'system:test' },
        {
          projectId: mine?.project.id ?? '',
          label: 'more',
          scopes: [],
          ...(builderId && { builderId }),
        },
      );
      return { apiKey, bearerToken: '', projectIdOrName: '' };
    };
    const builderId = mine?.builderId ?? '';
    expect((await authenticate(key())).actingBuilderId).toBe(builderId);
    const byToken = await authenticate({ apiKey: '', bearerToken: await token(), projectIdOrName: '' });
    expect(byToken.actingBuilderId).toBe(builderId);
    expect((await authenticate(await made(builderId))).actingBuilderId).toBe(builderId);
    const old = await authenticate(await made());
    expect([old.actingBuilderId, old.builderId]).toEqual(['', '']);
  });

  it("S6: restricts a frontend key by its project's choice, and no other key", async () => {
    const { createApiKey } = makeApiKeys({
      stores,
      isKeyMasked: false,
      sealer: createSealer(newKeyring()),
      clock,
      newId,
      audit: makeAudit({ clock, newId }),
    });
    const projectId = mine?.project.id ?? '';
    const made = async (scopes: ('full' | 'frontend')[]) => {
      const { key: apiKey } = await createApiKey({ principal: 'system:test' }, { projectId, label: 'more', scopes });
      return { apiKey, bearerToken: '', projectIdOrName: '' };
    };
    const keys = [await made(['frontend']), await made(['full']), await made(['full', 'frontend'])];
    const restricted = async () =>
      Promise.all(keys.map(async (credential) => (await authenticate(credential)).isRestricted));
    expect(await restricted()).toEqual([false, false, false]);
    await stores.projects.update(projectId, { restrictFrontendKeys: true }, clock.time);
    expect(await restricted()).toEqual([true, false, false]);
    expect((await authenticate({ apiKey: '', bearerToken: await token(), projectIdOrName: '' })).isRestricted).toBe(
      false,
    );
    await stores.projects.update(projectId, { restrictFrontendKeys: false }, clock.time);
  });

  it('is known by key, and the project by id or name in any case', async () => {
    for (const name of [mine?.project.id, 'mine', 'MINE']) {
      await expect(authenticate(key(name))).resolves.toMatchObject({
        scheme: 'apiKey',
        scopes: ['full'],
        project: { id: mine?.project.id },
      });
    }
  });
  it('answers for a foreign project as for none', async () => {
    const refusals = await Promise.all(
      ['other', other?.project.id ?? '', 'none'].map((name) =>
        authenticate(key(name)).catch((error: unknown) => error),
      ),
    );
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ kind: 'notFound', detail: 'There is no such project.' });
  });
  it('is known by a token until it expires', async () => {
    const bearerToken = await token();
    await expect(authenticate({ apiKey: '', bearerToken, projectIdOrName: 'mine' })).resolves.toMatchObject({
      scheme: 'builder',
    });
    clock.time += HOUR + 120_000;
    await expect(authenticate({ apiKey: '', bearerToken, projectIdOrName: 'mine' })).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
  });
  it('is not known by a token of another signer', async () => {
    const forger = await createBuilderTokens(newSigningKey());
    const forged = await forger.issue(
      { builderId: mine?.builderId ?? '', email: 'a@b', emailVerified: true },
      { now: clock.time, expireTime: clock.time + HOUR },
    );
    await expect(authenticate({ apiKey: '', bearerToken: forged, projectIdOrName: '' })).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
  });
  it('is not known by a key that is inactive or made up', async () => {
    await expect(authenticate({ ...key(), apiKey: 'cwk_nothing' })).rejects.toMatchObject({ kind: 'unauthenticated' });
    await db('api_keys').where({ project_id: mine?.project.id }).update({ active: 0 });
    await expect(authenticate(key())).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});
