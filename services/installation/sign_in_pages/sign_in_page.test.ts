import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLog } from '../../../lib/log/log.ts';
import {
  BROWSER,
  FROM_SERVER,
  type InstallationWorld,
  installationWorld,
  PROJECT,
  PUBLIC_URL,
} from '../../../test/support/installation_world.ts';
import { makeUseCases } from '../use_cases.ts';
import { hashOfToken } from './sign_in_pages.ts';

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
  await world.createProviderApp(world.call, {
    projectId: PROJECT,
    provider: 'sandboxOAuth',
    clientId: 'client',
    clientSecret: 'secret',
    externalRef: '',
    scopes: ['read'],
    metadataJson: '',
  });
  world.answer(() => ({ body: { access_token: 'CANARY', refresh_token: 'rt', expires_in: 60 } }));
});
afterEach(() => world.close());

const SIGN_IN = {
  projectId: PROJECT,
  provider: 'sandboxOAuth',
  ...{ groupRef: 'acme', groupName: 'Acme Inc.', consumerRef: 'ada', consumerName: '' },
  ...{ workspaceRef: '', metadataJson: '', providerAppId: '', ...FROM_SERVER },
};
const begin = async (more: object = {}) => (await world.startOauth(world.call, { ...SIGN_IN, ...more })).url;
const callbackWith = (state: string) => ({
  state,
  code: 'code',
  error: '',
  errorDescription: '',
  issuer: 'http://127.0.0.1:4020/oidc',
});
const tokenOf = (page: string) => new URL(page).searchParams.get('session') ?? '';
const shown = (page: string, browserSecrets: string[] = []) =>
  world.getSignIn(world.call, { token: tokenOf(page), browserSecrets });
const finish = (provider: string, browserSecrets: string[]) => {
  const state = new URL(provider).searchParams.get('state') ?? '';
  return world.completeOauth(world.call, { ...callbackWith(state), browserSecrets });
};
const connections = () => world.db('connections').count({ n: '*' }).first();

describe('the page before a sign-in', () => {
  it('S5: is what the app gets, and says who connects what, where', async () => {
    const page = await begin();
    expect(page).toMatch(`${PUBLIC_URL}/connect/sign-in?session=`);
    expect(tokenOf(page)).toHaveLength(43);
    expect(await shown(page)).toEqual({
      projectId: PROJECT,
      providerName: 'Sandbox (OAuth)',
      providerOrigin: 'http://127.0.0.1:4020',
      groupName: 'Acme Inc. (acme)',
      consumerName: 'ada',
      isReconnect: false,
      isTaken: false,
    });
  });

  it('S5: shows the ref of a group beside a name that the starter chose', async () => {
    const of = async (more: object) => {
      const { groupName, consumerName } = await shown(await begin({ groupRef: 'attacker', ...more }));
      return [groupName, consumerName];
    };
    expect(await of({ groupName: 'Victim Corp', consumerRef: 'eve', consumerName: 'Ada' })).toEqual([
      'Victim Corp (attacker)',
      'Ada (eve)',
    ]);
    expect(await of({ groupName: 'attacker', consumerName: '' })).toEqual(['attacker', 'ada']);
    const [long = ''] = await of({ groupName: '😀'.repeat(191) });
    expect([long.endsWith('😀… (attacker)'), [...long].length]).toEqual([true, 191]);
    const ref = '😀'.repeat(189);
    expect(await of({ groupRef: ref, groupName: 'Victim Corp' })).toEqual([ref, 'ada']);
  });

  it('S5: stores neither the token nor the address with the state', async () => {
    const page = await begin();
    const provider = new URL(await world.pressContinue(page));
    const rows = JSON.stringify([await world.db('sign_in_pages').select(), await world.db('oauth_sessions').select()]);
    for (const secret of [tokenOf(page), provider.searchParams.get('state') ?? '', BROWSER])
      expect(rows).not.toContain(secret);
  });

  it('S5: spends nothing when it is only looked at', async () => {
    const page = await begin();
    const before = await world.db('sign_in_pages').select();
    await shown(page, ['of a scanner']);
    await shown(page);
    expect(await world.db('sign_in_pages').select()).toEqual(before);
    expect((await finish(await world.pressContinue(page), [BROWSER])).error).toBe('');
  });

  it('S5: leads the first browser on, as often as it likes, and no other', async () => {
    const page = await begin();
    const provider = await world.pressContinue(page);
    expect(await world.pressContinue(page)).toBe(provider);
    await expect(world.pressContinue(page, 'another')).rejects.toMatchObject({ kind: 'conflict' });
    await expect(world.pressContinue(page, '')).rejects.toMatchObject({ kind: 'invalidArgument' });
    expect(await shown(page, ['another'])).toMatchObject({ isTaken: true });
    expect(await shown(page, ['another', BROWSER])).toMatchObject({ isTaken: false });
  });

  it('is there for ten minutes', async () => {
    const page = await begin();
    world.pass(10 * 60_000);
    for (const late of [shown(page), world.pressContinue(page), shown(`${PUBLIC_URL}/connect/sign-in?session=x`)])
      await expect(late).rejects.toMatchObject({ kind: 'notFound' });
  });
});

describe('a callback', () => {
  it.each([
    ['without a cookie', []],
    ['with the cookie of another sign-in', ['another']],
    ['with an empty cookie', ['']],
  ])('S5: %s is refused before the code is exchanged, and the state is spent', async (_what, secrets) => {
    const provider = await world.pressContinue(await begin({ returnUrl: 'https://app.example.com/back' }));
    const result = await finish(provider, secrets);
    expect(result).toMatchObject({ connectionId: '', errorCode: 'otherBrowser', projectId: PROJECT, returnUrl: '' });
    expect([world.sent, await connections()]).toEqual([[], { n: 0 }]);
    expect((await finish(provider, [BROWSER])).errorCode).toBe('expired');
    expect(world.sent).toEqual([]);
  });

  it('S5: is refused for a sign-in that nobody continued, and for one whose page is gone', async () => {
    await begin();
    await world.db('oauth_sessions').update({ state_hash: hashOfToken('guessed') });
    expect((await finish(`${PUBLIC_URL}?state=guessed`, ['', BROWSER])).errorCode).toBe('otherBrowser');
    const provider = await world.pressContinue(await begin());
    await world.db('sign_in_pages').del();
    expect((await finish(provider, [BROWSER])).errorCode).toBe('otherBrowser');
  });

  it('finds its own cookie among those of other sign-ins, and says who is told', async () => {
    const told = { openerOrigin: 'https://app.example.com', returnUrl: 'https://app.example.com/back' };
    const provider = await world.pressContinue(await begin(told));
    const result = await finish(provider, ['a', BROWSER, 'b']);
    expect(result).toMatchObject({ error: '', errorCode: '', projectId: PROJECT, ...told });
  });

  it('of a sign-in that began before this version needs no cookie', async () => {
    const provider = await world.pressContinue(await begin());
    await world.db('oauth_sessions').update({ page_id: null, creates_only: null });
    expect(await finish(provider, [])).toMatchObject({ error: '', projectId: PROJECT, openerOrigin: '' });
  });

  it('S6: of a restricted key creates a connection, and replaces none', async () => {
    const first = await finish(await world.pressContinue(await begin({ createsOnly: true })), [BROWSER]);
    expect(first.error).toBe('');
    const before = await world.db('connections').select();
    const again = await finish(await world.pressContinue(await begin({ createsOnly: true })), [BROWSER]);
    expect(again).toMatchObject({ connectionId: '', error: expect.stringContaining('already connected') });
    expect(await world.db('connections').select()).toEqual(before);
  });

  it('S15: of a frontend key is told of where it replaced credentials: in the log, and in the audit log as by the key', async () => {
    const lines: string[] = [];
    const log = createLog({ service: 'installation', sink: { write: (line) => void lines.push(line) } });
    const { startOauth, completeOauth } = makeUseCases(
      { ...world.deps, log },
      { publicUrl: PUBLIC_URL, internalToken: 'shared' },
    );
    const call = { ...world.call, principal: 'api-key:page' };
    const signIn = async () => {
      const { url } = await startOauth(call, { ...SIGN_IN, byFrontendKey: true });
      const state = new URL(await world.pressContinue(url)).searchParams.get('state') ?? '';
      await completeOauth(call, { ...callbackWith(state), browserSecrets: [BROWSER] });
    };
    await signIn();
    expect(lines.filter((line) => line.includes('frontend key'))).toEqual([]);
    await signIn();
    await signIn();
    const told = lines.filter((line) => line.includes('a frontend key replaced credentials'));
    expect(told).toEqual([expect.stringMatching(/"warn".*"key":"api-key:page".*customers' tokens/)]);
    const audited = (await world.events()).filter(({ type }) => type === 'installation.audited');
    expect(audited.slice(-2).map(({ payload }) => payload)).toEqual(
      Array(2).fill(
        expect.objectContaining({ action: 'connection.updated', actor: 'api-key:page', fields: ['credentials'] }),
      ),
    );
  });
});

describe('the opener of a sign-in in steps', () => {
  it('S5: is found by the browser that continued, and by no other', async () => {
    const { redirect } = (await world.startCustomAuth(world.call, {
      projectId: PROJECT,
      provider: 'sandboxSteps',
      groupRef: 'acme',
      groupName: '',
      consumerRef: 'ada',
      consumerName: '',
      metadataJson: '',
      providerAppId: '',
      customAuthJson: '{"region":"eu"}',
      openerOrigin: 'https://app.example.com',
    })) as { redirect: { url: string } };
    const opener = (...browserSecrets: string[]) => world.findOpener(world.call, { browserSecrets });
    expect(await opener(BROWSER)).toEqual({ projectId: '', openerOrigin: '' });
    expect(await world.pressContinue(redirect.url)).toContain('/install/choose?');
    expect(await opener(BROWSER)).toEqual({ projectId: PROJECT, openerOrigin: 'https://app.example.com' });
    // A sign-in on one page of the provider that the same person continued later has a callback of its own.
    await world.pressContinue(await begin({ openerOrigin: 'https://other.example.com' }));
    expect(await opener(BROWSER)).toEqual({ projectId: PROJECT, openerOrigin: 'https://app.example.com' });
    for (const secrets of [[], [''], ['another']]) expect((await opener(...secrets)).projectId).toBe('');
  });
});
