import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { unmetered } from '../../../connectors/calls/meter.ts';
import { providerCalls } from '../../../connectors/calls/provider_calls.ts';
import type { Provider } from '../../../connectors/engine/catalogue/providers.ts';
import { readProviderFile } from '../../../connectors/engine/check/check.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { promise } from '../../../test/support/promise.ts';
import { engineConnectors } from '../clients/engine_connectors.ts';

const [MINE, VICTIM] = ['11111111-aaaa-4bbb-8ccc-000000000001', '99999999-aaaa-4bbb-8ccc-000000000009'];
const ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10';
const LOGIN = 'https://login.microsoftonline.com';

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
  await world.createProviderApp(world.call, {
    projectId: PROJECT,
    provider: 'microsoftAdminConsent',
    clientId: 'the-client',
    clientSecret: 'the-secret',
    externalRef: '',
    scopes: [],
    metadataJson: '',
  });
});
afterEach(() => world.close());

/** Presses Continue on our page: the result has the address of the provider's page instead. */
async function continued(started: ReturnType<InstallationWorld['startCustomAuth']>) {
  const result = await started;
  if (!('redirect' in result)) return result;
  return { redirect: { ...result.redirect, url: await world.pressContinue(result.redirect.url) } };
}
const begin = (metadata: object = {}) =>
  continued(
    world.startCustomAuth(world.call, {
      projectId: PROJECT,
      provider: 'microsoftAdminConsent',
      groupRef: 'acme',
      groupName: 'Acme',
      consumerRef: 'ada',
      consumerName: 'Ada',
      metadataJson: JSON.stringify(metadata),
      providerAppId: '',
      customAuthJson: '{}',
      openerOrigin: '',
    }),
  );
type Page = { url: URL; sessionId: string; state: string };
const resume = ({ sessionId, state }: Page, callbackParams: Record<string, string>) =>
  continued(
    world.resumeCustomAuth(world.call, {
      projectId: PROJECT,
      groupRef: '',
      consumerRef: '',
      provider: '',
      sessionId,
      callbackParams: { state, ...callbackParams },
    }),
  );

function pageOf(result: Awaited<ReturnType<typeof begin>>): Page {
  if (!('redirect' in result)) throw new Error('It led to a connection.');
  const url = new URL(result.redirect.url);
  return { url, sessionId: result.redirect.sessionId, state: url.searchParams.get('state') ?? '' };
}

/** Microsoft, whose token endpoint answers a code with this ID token and an app with a token of the asked tenant. */
function microsoft(claims: object = {}): void {
  const exp = Date.UTC(2026, 0, 1) / 1000 + 3_600;
  const body = { iss: `${LOGIN}/${MINE}/v2.0`, aud: 'the-client', exp, tid: MINE, oid: 'p1', wids: [ADMINISTRATOR] };
  const payload = Buffer.from(JSON.stringify({ ...body, ...claims })).toString('base64url');
  world.answer(({ url, body: form = '' }) => {
    if (!url.endsWith('/token')) return { body: {} };
    return form.includes('grant_type=authorization_code')
      ? { body: { access_token: 'person', id_token: `e30.${payload}.sig` } }
      : { body: { access_token: `app-token-of-${url.split('/')[3]}` } };
  });
}
const askedTenants = () =>
  world.sent.filter(({ body }) => body?.includes('client_credentials')).map(({ url }) => url.split('/')[3]);

describe("an administrator's consent at Microsoft", () => {
  it('S2: asks for the token of the tenant whose administrator signed in', async () => {
    microsoft();
    const signIn = pageOf(await begin());
    expect([signIn.url.pathname, signIn.url.searchParams.get('redirect_uri')]).toEqual([
      '/organizations/oauth2/v2.0/authorize',
      'https://causeway.example/callbacks/v1/custom-auth',
    ]);
    const consent = pageOf(await resume(signIn, { code: 'c' }));
    expect(consent.url.pathname).toBe(`/${MINE}/adminconsent`);
    const exchange = new URLSearchParams(world.sent[0]?.body);
    const proof = createHash('sha256')
      .update(exchange.get('code_verifier') ?? '')
      .digest('base64url');
    expect(signIn.url.searchParams.get('code_challenge')).toBe(proof);
    const result = await resume(consent, { tenant: MINE.toUpperCase(), admin_consent: 'True' });
    expect(result).toMatchObject({ connection: { connection: { workspaceRef: MINE, providerConsumerRef: 'p1' } } });
    expect(askedTenants()).toEqual([MINE]);
    expect(world.sent.at(-1)?.headers).toMatchObject({ Authorization: `Bearer app-token-of-${MINE}` });
  });

  promise(
    'S2: asks for no tenant that the caller names in the callback',
    { without: 'callbackIsBelieved' },
    async () => {
      microsoft();
      const early = { tenant: VICTIM, admin_consent: 'True' };
      await expect(resume(pageOf(await begin()), early)).rejects.toMatchObject({ kind: 'invalidArgument' });
      const consent = pageOf(await resume(pageOf(await begin()), { code: 'c', ...early }));
      await expect(resume(consent, early)).rejects.toMatchObject({
        kind: 'invalidArgument',
        extras: { issues: [expect.objectContaining({ name: 'callbackParams.tenant' })] },
      });
      expect(askedTenants()).toEqual([]);
    },
  );

  promise(
    'S2: asks for no tenant that the caller names in the metadata',
    { without: 'metadataReplacesValues' },
    async () => {
      microsoft();
      const named = Object.fromEntries(
        ['workspaceRef', 'workspace', 'tenant', 'tid', 'code', 'clientId', 'callbackUrl'].map((name) => [name, VICTIM]),
      );
      const consent = pageOf(await resume(pageOf(await begin(named)), { code: 'c' }));
      expect(new URLSearchParams(world.sent[0]?.body).get('code')).toBe('c');
      expect(consent.url.href).not.toContain(VICTIM);
      const result = await resume(consent, { tenant: MINE, admin_consent: 'True' });
      expect(result).toMatchObject({ connection: { connection: { workspaceRef: MINE } } });
      expect(askedTenants()).toEqual([MINE]);
    },
  );

  promise('S2: takes no sign-in of a person who is no administrator', { without: 'anybodyConsents' }, async () => {
    microsoft({ wids: ['b79fbf4d-3ef9-4689-8143-76b194e85509'] });
    await expect(resume(pageOf(await begin()), { code: 'c' })).rejects.toMatchObject({ kind: 'unprocessable' });
  });

  it.each<[string, object, string]>([
    ['without roles', { wids: undefined }, 'Sign in as a Global'],
    ['for another app', { aud: 'another' }, 'for another app'],
    ['for several apps', { aud: ['the-client', 'another'] }, 'for another app'],
    ['of another issuer', { iss: `${LOGIN}/${VICTIM}/v2.0` }, 'of another issuer'],
    ['that has expired', { exp: 1 }, 'that has expired'],
    ['without a tenant', { tid: undefined }, 'without the claim tid'],
  ])('S2: takes no sign-in %s', async (_what, claims, detail) => {
    microsoft(claims);
    await expect(resume(pageOf(await begin()), { code: 'c' })).rejects.toMatchObject({
      kind: 'unprocessable',
      detail: expect.stringContaining(detail),
    });
    expect(askedTenants()).toEqual([]);
  });

  it('S2: takes no steps of an own provider file in which the caller selects the account', () => {
    const { provider } = readProviderFile(BELIEVING);
    const catalogue = { get: () => provider as Provider, list: () => [] };
    const policy = { allow: [], allowHttp: false };
    const send = () => Promise.reject(new Error('It was called.'));
    const noBudgets = { ofData: () => unmetered, ofAuth: () => unmetered };
    const { stepPage, stepParams } = engineConnectors({
      catalogue,
      calls: providerCalls(send),
      budgets: noBudgets,
      policy,
      clock: { now: Date.now },
    });
    const causes = [expect.stringContaining('a caller decides tenant')];
    const refused = { kind: 'unprocessable', extras: expect.objectContaining({ causes }) };
    expect(() => stepPage('acme', 0, { callbackUrl: 'https://us.example' })).toThrow(expect.objectContaining(refused));
    expect(() => stepParams('acme', 0)).toThrow(expect.objectContaining(refused));
  });
});

const BELIEVING = `name: acme
displayName: Acme
baseURL: https://api.acme.example
auth:
  type: custom
  headers: {Authorization: 'Bearer {{.token}}'}
  steps:
    - redirect: https://acme.example/allow?back={{.callbackUrl}}
      callbackParams: [tenant]
      exchange:
        - {url: 'https://acme.example/{{.tenant}}', fields: {secret: '{{.clientSecret}}'}, credentials: {token: t}}
`;
