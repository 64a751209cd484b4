import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { accountFaults, signInHostFaults } from '../../connectors/engine/auth/account_check.ts';
import {
  authTemplates,
  checkAuthAddresses,
  needsPinnedHost,
  unlistedHosts,
  usesPkce,
} from '../../connectors/engine/auth/oauth.ts';
import { loadProviders, type Provider } from '../../connectors/engine/catalogue/providers.ts';
import { checkProviderFile } from '../../connectors/engine/check/check.ts';
import { hasOpenHost } from '../../connectors/engine/request/open_host.ts';
import { fillUrl, placeholders } from '../../connectors/engine/request/template.ts';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { seededRandom } from '../support/seeded_random.ts';

const folder = assetPath('connectors/providers');
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
const catalogue = loadProviders();
const providers = catalogue.list().map(({ name }) => catalogue.get(name) as Provider);

/** The file of 0.1.0, which must be refused: it takes the tenant from the browser's callback, which a caller can forge. */
const CALLBACK_NAMES_TENANT = `name: microsoftAdminConsent
displayName: Microsoft (Admin consent)
baseURL: https://graph.microsoft.com
auth:
  type: custom
  headers: {Authorization: 'Bearer {{.accessToken}}'}
  steps:
    - redirect: https://login.microsoftonline.com/common/adminconsent?client_id={{.clientId}}&redirect_uri={{.callbackUrl}}&state={{.state}}
      callbackParams: [tenant, admin_consent]
      exchange:
        - url: https://login.microsoftonline.com/{{.tenant}}/oauth2/v2.0/token
          fields: {grant_type: client_credentials, client_id: '{{.clientId}}', client_secret: '{{.clientSecret}}'}
          credentials: {accessToken: access_token}
`;

/** Values with which a customer tries to leave the host of a template. */
const HOSTILE = [
  'evil.example/',
  'evil.example#',
  'evil.example?',
  'evil.example\\',
  'evil.example:443/',
  'a@evil.example',
  'a:b@evil.example',
  '@evil.example',
  'evil.example\n',
  'evil.example\t.',
  'evil.example%2f',
  'evil.example%00',
  '//evil.example/',
  'https://evil.example/#',
  'https://a@evil.example',
  'evil.example:443',
  '.evil.example',
  'evil.example.',
  '..',
  ' evil.example',
  'evil。example',
  'evil．example/',
  '[::1]',
  'evil.example;',
  'evil.example,',
];

describe('the accounts and hosts of all provider files', () => {
  it('S2: reports the file that believed the tenant of the callback', () => {
    expect(checkProviderFile(CALLBACK_NAMES_TENANT)).toEqual([
      expect.objectContaining({
        path: 'auth.steps.0.exchange.0',
        detail: expect.stringContaining('a caller decides tenant, and so the account'),
      }),
    ]);
  });

  it('S2: are selected by nothing that a caller sends, in each of the files', () => {
    expect(files.length).toBeGreaterThanOrEqual(358);
    const faults = files.flatMap((file) =>
      checkProviderFile(readFileSync(join(folder, file), 'utf8')).map(
        ({ path, detail }) => `${file}: ${path} ${detail}`,
      ),
    );
    expect(faults).toEqual([]);
    expect(providers.flatMap(accountFaults)).toEqual([]);
  });

  it('S8: are pinned by the file, except those that the builder pins on the app', () => {
    expect(providers.flatMap(signInHostFaults)).toEqual([]);
    expect(providers.filter(needsPinnedHost).map(({ name }) => name)).toEqual(['coupa']);
  });

  it('S8: are not left by any value of a variable, in any address of the files', () => {
    const tried = providers.flatMap((provider) =>
      urlTemplates(provider).flatMap((template) =>
        placeholders(template).flatMap((name) =>
          valuesFor(template).map((value) => [template, name, value, escape(template, name, value)] as const),
        ),
      ),
    );
    expect(tried.length).toBeGreaterThan(10_000);
    expect(tried.filter(([, , , escaped]) => escaped !== null)).toEqual([]);
  });

  it('S8: get the secret of an app at no host that a customer names', () => {
    for (const provider of providers.filter(({ sandbox }) => !sandbox)) {
      for (const template of authTemplates(provider)) {
        for (const value of [...HOSTILE, 'evil.example', 'https://evil.example']) {
          const variables = Object.fromEntries(placeholders(template).map((name) => [name, value]));
          expect([provider.name, value, secretGoesTo(provider, template, variables)]).toEqual([
            provider.name,
            value,
            null,
          ]);
        }
      }
    }
  });
});

describe('the sign-in pages of all provider files', () => {
  const byCode = providers.filter(({ auth }) => auth.type === 'oauth2' && auth.grant.startsWith('authorizationCode'));

  it('S11 (PKCE): get a challenge, unless the file says why the provider refuses it', () => {
    expect(byCode.length).toBeGreaterThanOrEqual(176);
    const without = byCode.filter((provider) => !usesPkce(provider)).map(({ name }) => name);
    expect(without).toEqual(['linkedIn', 'slack', 'tiktokAccounts', 'tiktokPersonal']);
  });
});

const PIECES = [
  'a',
  'evil.example',
  '.',
  ':',
  '/',
  '@',
  '#',
  '?',
  '\\',
  '%',
  '%2f',
  '\n',
  '\t',
  '[',
  ']',
  ' ',
  '。',
  '／',
  '{{',
  '-',
];

/** The hostile values, and some that chance makes of their parts; the same ones in every run. */
function valuesFor(template: string): string[] {
  const random = seededRandom(template.length);
  const made = Array.from({ length: 10 }, () =>
    Array.from({ length: random.int(1, 6) }, () => random.pick(PIECES)).join(''),
  );
  return [...HOSTILE, ...made];
}

/** Every URL of a file that contains a placeholder. */
function urlTemplates(value: unknown): string[] {
  if (typeof value === 'string') return /^(https?:\/\/|\{\{)[^\s]*$/.test(value) && /\{\{/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(urlTemplates))];
}

/** Where the value leads although the template says otherwise; null when it is refused or stays. */
function escape(template: string, name: string, value: string): string | null {
  const at = template.indexOf('{{');
  const variables = { ...Object.fromEntries(placeholders(template).map((one) => [one, 'a'])), [name]: value };
  let address: string;
  try {
    address = fillUrl(template, variables);
  } catch {
    return null;
  }
  const { hostname, username, password, hash, pathname } = new URL(address);
  const isOff = username !== '' || password !== '' || hash !== '';
  if (at === 0) return isOff ? address : null;
  const { authority, path } = /^https?:\/\/(?<authority>[^/?#]*)(?<path>[^?#{]*)/.exec(template)?.groups ?? {};
  const ending = (authority ?? '').split('}}').at(-1)?.replace(/:\d+$/, '') ?? '';
  const stays = hostname.endsWith(ending.toLowerCase()) && pathname.startsWith((path ?? '').replace(/\/+$/, ''));
  const isNamed = !hasOpenHost(template) || /^[\w.-]+$/.test(hostname);
  return !isOff && stays && isNamed ? null : address;
}

/** The host that the builder's secret would go to although neither the file nor the app allows it; null for none. */
function secretGoesTo(provider: Provider, template: string, variables: Record<string, string>): string | null {
  const { auth } = provider;
  const isOwnSecret = auth.type === 'oauth2' && !auth.grant.startsWith('authorizationCode');
  try {
    checkAuthAddresses(provider, variables);
    if (unlistedHosts(provider, variables, ['pinned.example']).length > 0) return null;
    const { hostname } = new URL(fillUrl(template, variables));
    return isOwnSecret || !hostname.endsWith('evil.example') ? null : hostname;
  } catch {
    return null;
  }
}
