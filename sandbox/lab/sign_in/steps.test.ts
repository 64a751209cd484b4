import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { callAuth } from '../../../connectors/engine/auth/auth.ts';
import {
  exchangeRequest,
  readExchange,
  stepsOf,
  stepUrl,
  unconfirmedParams,
} from '../../../connectors/engine/auth/multi_step.ts';
import { authorizeUrl, codeExchangeRequest } from '../../../connectors/engine/auth/oauth.ts';
import { readTokenResponse } from '../../../connectors/engine/auth/token_response.ts';
import { loadProviders } from '../../../connectors/engine/catalogue/providers.ts';
import type { AuthExchange, AuthStep, Provider } from '../../../connectors/engine/file/provider.ts';
import { readPage } from '../../../connectors/engine/read/read.ts';
import type { OutboundRequest } from '../../../lib/http/outbound.ts';
import { labTarget } from '../conformance/read_everything.ts';
import { type Lab, startLab } from '../lab.ts';
import { LAB } from './credentials.ts';

let lab: Lab;
afterEach(() => lab.stop());

const callbackUrl = 'http://localhost:8080/callbacks/v1/steps';
const acme: Provider = {
  name: 'acme',
  displayName: 'Acme',
  baseURL: 'https://api.acme.example',
  auth: {
    type: 'custom',
    headers: { 'X-Install': '{{.installKey}}' },
    steps: [
      {
        redirect: 'https://acme.example/install?client_id={{.clientId}}&back={{.callbackUrl}}&mark={{.state}}',
        callbackParams: ['code'],
        exchange: [
          {
            url: 'https://acme.example/install/token',
            send: 'json',
            fields: { code: '{{.code}}', client_secret: '{{.clientSecret}}' },
            credentials: { installKey: 'install.key' },
            metadata: { workspaceRef: 'workspace.id' },
          },
        ],
      },
    ],
  },
  reading: { records: 'data', id: 'id' },
  objects: { things: { path: '/things', paging: { kind: 'auto' } } },
};

/** Follows the redirect of the step, and returns the callback parameters. */
async function broughtBack(provider: Provider): Promise<Record<string, string>> {
  const [step] = stepsOf(provider);
  const url = stepUrl(provider, step!, { callbackUrl, state: 's 1', clientId: LAB.clientId });
  const { status, headers } = await lab.send({ method: 'GET', url: url as string });
  const back = new URL(headers['location'] ?? '');
  expect([status, back.origin + back.pathname]).toEqual([302, callbackUrl]);
  return Object.fromEntries(back.searchParams);
}

async function exchanged(provider: Provider, values: Record<string, string>) {
  const exchange = stepsOf(provider)[0]?.exchange?.[0] as AuthExchange;
  const request = exchangeRequest(provider, exchange, values) as OutboundRequest;
  return readExchange(provider, exchange, await lab.send(request), { now: Date.now() });
}

/** Decodes numeric HTML entities. */
function unescaped(html: string): string {
  return html.replaceAll('&amp;', '&');
}

describe('an authorization in steps', () => {
  it('returns credentials that the lab accepts, after a page and a call', async () => {
    lab = await startLab({ providers: [acme], records: 3 });
    const provider = lab.provider('acme');
    const brought = await broughtBack(provider);
    expect(brought).toEqual({ code: 'lab-code', state: 's 1' });
    const { credentials, metadata } = await exchanged(provider, { ...brought, clientSecret: LAB.clientSecret });
    expect(metadata).toEqual({ workspaceRef: 'lab-workspaceref' });
    const opening = (values: Record<string, string>) => {
      const auth = callAuth(provider, { scheme: 'custom', values });
      return readPage({ ...labTarget(lab, 'acme', { objectName: 'things' }), auth }, null, lab.send, { now: Date.now });
    };
    expect((await opening(credentials)).records).toHaveLength(3);
    await expect(opening({ installKey: 'stranger' })).rejects.toMatchObject({ kind: 'credentials' });
  });

  it("leads an administrator through Microsoft's sign-in and consent, and verifies PKCE", async () => {
    lab = await startLab({ providers: [loadProviders().get('microsoftAdminConsent') as Provider], records: 1 });
    const provider = lab.provider('microsoftAdminConsent');
    const [signIn, consent] = stepsOf(provider) as [AuthStep, AuthStep];
    const app = { clientId: LAB.clientId, clientSecret: LAB.clientSecret, callbackUrl };
    const challenge = createHash('sha256').update('the verifier').digest('base64url');
    const visit = async (step: AuthStep, values: Record<string, string>) => {
      const { headers } = await lab.send({
        method: 'GET',
        url: stepUrl(provider, step, { ...app, state: 's', ...values }) ?? '',
      });
      return Object.fromEntries(new URL(headers['location'] ?? '').searchParams);
    };
    const take = async ({ exchange: [exchange] = [] }: AuthStep, values: Record<string, string>) => {
      const request = exchangeRequest(provider, exchange!, { ...app, ...values }) as OutboundRequest;
      return readExchange(provider, exchange!, await lab.send(request), { clientId: LAB.clientId, now: Date.now() });
    };
    const first = await visit(signIn, { codeChallenge: challenge });
    await expect(take(signIn, { ...first, codeVerifier: 'another' })).rejects.toMatchObject({ status: 401 });
    const again = await visit(signIn, { codeChallenge: challenge });
    const { claims } = await take(signIn, { ...again, codeVerifier: 'the verifier' });
    expect(claims).toEqual({ workspaceRef: 'lab-workspaceref', consumerRef: 'lab-consumerref' });
    const back = await visit(consent, claims);
    expect(unconfirmedParams(consent, back, claims)).toEqual([]);
    expect((await take(consent, { ...back, ...claims })).credentials).toEqual({
      accessToken: expect.stringMatching(/^lab-access-/),
    });
  });

  it('fails with a wrong secret', async () => {
    lab = await startLab({ providers: [acme], records: 3 });
    const values = { code: 'lab-code', clientSecret: 'wrong' };
    await expect(exchanged(lab.provider('acme'), values)).rejects.toMatchObject({ kind: 'credentials', status: 401 });
  });
});

describe('a lab with a consent page', () => {
  const auth: Provider['auth'] = {
    type: 'oauth2',
    grant: 'authorizationCode',
    authorizeURL: 'https://acme.example/authorize',
    tokenURL: 'https://acme.example/token',
  };
  const client = { clientId: LAB.clientId, clientSecret: LAB.clientSecret };

  async function page(): Promise<{ url: string; provider: Provider; hrefs: string[] }> {
    lab = await startLab({ providers: [{ ...acme, auth }], records: 3, mustAsk: true });
    const provider = lab.provider('acme');
    const url = authorizeUrl(provider, { ...client, redirectUri: callbackUrl, state: 'mine' });
    const { status, text } = await lab.send({ method: 'GET', url });
    expect(status).toBe(200);
    const hrefs = [...text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => unescaped(href));
    return { url, provider, hrefs };
  }

  const follow = async (url: string, hrefs: string[], answer: string) => {
    const href = hrefs.find((one) => one.includes(`lab_allow=${answer}`)) ?? '';
    const { headers } = await lab.send({ method: 'GET', url: new URL(href, url).href });
    return new URL(headers['location'] ?? '').searchParams;
  };

  it('returns a code when the user allows it', async () => {
    const { url, provider, hrefs } = await page();
    const back = await follow(url, hrefs, 'yes');
    expect(back.get('state')).toBe('mine');
    const request = codeExchangeRequest(provider, {
      ...client,
      code: back.get('code') as string,
      redirectUri: callbackUrl,
    });
    expect(readTokenResponse(provider, await lab.send(request), Date.now()).accessToken).not.toBe('');
  });

  it('returns an error and no code when the user denies it', async () => {
    const { url, hrefs } = await page();
    const back = await follow(url, hrefs, 'no');
    expect([back.get('error'), back.get('state'), back.get('code')]).toEqual(['access_denied', 'mine', null]);
  });
});
