import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { accountFaults, signInHostFaults } from '../../connectors/engine/file/account_check.ts';
import { checkProviderFile } from '../../connectors/engine/file/check.ts';
import {
  authTemplates,
  checkAuthAddresses,
  needsPinnedHost,
  strayHosts,
  usesPkce,
} from '../../connectors/engine/auth/oauth.ts';
import { loadProviders, type Provider } from '../../connectors/engine/file/providers.ts';
import { fillUrl, placeholders } from '../../connectors/engine/request/template.ts';
import { assetPath } from '../../lib/assets/asset_path.ts';

const folder = assetPath('connectors/providers');
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
const catalogue = loadProviders();
const providers = catalogue.list().map(({ name }) => catalogue.get(name) as Provider);

/** The file of 0.1.0: the browser's callback names the tenant. */
const BELIEVED = `name: microsoftAdminConsent
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
    expect(checkProviderFile(BELIEVED)).toEqual([
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

  it('S8: are not left by any value of a variable', () => {
    let tried = 0;
    for (const provider of providers.filter(({ sandbox }) => !sandbox)) {
      for (const template of authTemplates(provider)) {
        const names = placeholders(template);
        for (const [name, value] of names.flatMap((one) => HOSTILE.map((text) => [one, text] as const))) {
          tried += 1;
          const variables = { ...Object.fromEntries(names.map((one) => [one, 'a'])), [name]: value };
          expect([provider.name, template, value, strayed(provider, template, variables)]).toEqual([
            provider.name,
            template,
            value,
            null,
          ]);
        }
      }
    }
    expect(tried).toBeGreaterThan(1_000);
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

/** The host that the builder's secret would go to although the file does not allow it; null when there is none. */
function strayed(provider: Provider, template: string, variables: Record<string, string>): string | null {
  let address: string;
  try {
    address = fillUrl(template, variables);
    checkAuthAddresses(provider, variables);
    if (strayHosts(provider, variables, ['pinned.example']).length > 0) return null;
  } catch {
    return null;
  }
  const { hostname, username, password, hash, protocol } = new URL(address);
  const isOff = protocol !== 'https:' || username !== '' || password !== '' || hash !== '';
  return isOff || /evil/.test(hostname.split('.').slice(-2).join('.')) ? hostname : null;
}
