import { describe, expect, it } from '@jest/globals';
import { checkProviderFile } from '../check/check.ts';

const HEAD = 'name: acme\ndisplayName: Acme\nbaseURL: https://api.acme.example\n';
const SECRET = "client_id: '{{.clientId}}', client_secret: '{{.clientSecret}}'";

/** A custom file whose token is sent with every call. Each step is one line of YAML. */
const inSteps = (steps: string[], more = '') =>
  `${HEAD}${more}auth:\n  type: custom\n  multiStep: true\n  headers: {Authorization: 'Bearer {{.token}}'}\n  steps:\n${steps
    .map((step) => `    - ${step}\n`)
    .join('')}`;
const page = (params: string, query = '') =>
  `redirect: 'https://acme.example/allow?id={{.clientId}}&back={{.callbackUrl}}&state={{.state}}${query}'\n      callbackParams: [${params}]\n      exchange:`;
const call = (url: string, fields: string, more = 'credentials: {token: access_token}') =>
  `\n        - {url: '${url}', fields: {${fields}}, ${more}}`;
const TOKEN = 'https://acme.example/token';
const APP = `grant_type: client_credentials, ${SECRET}`;
const CODE = `grant_type: authorization_code, code: '{{.code}}', ${SECRET}`;

const detailsOf = (text: string) => checkProviderFile(text).map(({ detail }) => detail);
const SELECTED = (name: string) =>
  expect.stringContaining(`a caller decides ${name}, and so the account that a secret of the provider app opens`);

describe('the account that a secret of the provider app opens', () => {
  it.each<[string, string, string]>([
    [
      'a callback parameter in the path, as for an administrator’s consent',
      inSteps([page('tenant') + call('https://acme.example/{{.tenant}}/token', APP)]),
      'tenant',
    ],
    [
      'a callback parameter in the body, as the id of an app installation',
      inSteps([page('installation_id') + call(TOKEN, `${APP}, installation: '{{.installation_id}}'`)]),
      'installation_id',
    ],
    [
      'a callback parameter beside a code',
      inSteps([page('code, account') + call(TOKEN, `${CODE}, account: '{{.account}}'`)]),
      'account',
    ],
    [
      'a variable of the metadata, as an account id with client credentials of the app',
      inSteps([`exchange:${call(TOKEN, `${APP}, account_id: '{{.accountId}}'`)}`], 'variables: [{name: accountId}]\n'),
      'accountId',
    ],
    [
      'a variable in the host',
      inSteps([`exchange:${call('https://{{.shop}}.acme.example/token', APP)}`], 'variables: [{name: shop}]\n'),
      'shop',
    ],
    [
      'an input of the customer in a header',
      `${HEAD}auth:\n  type: custom\n  inputs: [{name: org}]\n  headers: {Authorization: '{{.token}}'}\n  steps:\n    - exchange:\n        - {url: '${TOKEN}', headers: {X-Org: '{{.org}}', X-Key: '{{.clientSecret}}'}, credentials: {token: t}}\n`,
      'org',
    ],
    [
      'a secret that the builder enters under another name',
      `${HEAD}auth:\n  type: custom\n  providerInputs: [{name: appKey}]\n  inputs: [{name: org}]\n  steps:\n    - exchange:\n        - {url: '${TOKEN}', fields: {key: '{{.appKey}}', org: '{{.org}}'}, credentials: {token: t}}\n`,
      'org',
    ],
    [
      'a token that the app bought, in a later call',
      inSteps([
        page('install') +
          call(TOKEN, APP, 'credentials: {appToken: access_token}') +
          `\n        - {url: 'https://acme.example/installs/{{.install}}/token', headers: {Authorization: 'Bearer {{.appToken}}'}, credentials: {token: t}}`,
      ]),
      'install',
    ],
    [
      'a secret in base64',
      inSteps([
        page('tenant') +
          `\n        - {base64: {login: '{{.clientId}}:{{.clientSecret}}'}, url: 'https://acme.example/{{.tenant}}', headers: {Authorization: 'Basic {{.login}}'}, credentials: {token: t}}`,
      ]),
      'tenant',
    ],
    [
      'an answer to a question that names it',
      inSteps([
        page('domain') +
          `\n        - {method: GET, url: 'https://acme.example/lookup/{{.domain}}', credentials: {tenantId: id}}` +
          call('https://acme.example/{{.tenantId}}/token', APP),
      ]),
      'tenantId',
    ],
    [
      'a code of a page that did not bind our state',
      inSteps([
        `redirect: 'https://acme.example/allow?back={{.callbackUrl}}'\n      callbackParams: [code]\n      exchange:${call(TOKEN, CODE)}`,
      ]),
      'code',
    ],
    [
      'the address of later calls with a token of the app',
      inSteps(
        [`exchange:${call(TOKEN, APP)}`],
        'variables: [{name: org}]\nhealthCheck: {url: "https://api.acme.example/{{.org}}"}\n',
      ),
      'org',
    ],
  ])('S2: may not be selected by %s', (_form, text, name) => {
    expect(detailsOf(text)).toEqual([SELECTED(name)]);
  });

  it('S2: may be selected by a code, and by the claims of its ID token', () => {
    const idToken = 'idToken: {path: id_token, issuer: "https://acme.example/{{.tenant}}", claims: {tenant: tid}}';
    expect(detailsOf(inSteps([page('code') + call(TOKEN, CODE)]))).toEqual([]);
    const signIn = page('code') + call('https://acme.example/token', CODE, idToken);
    const text = inSteps([signIn, `exchange:${call('https://acme.example/{{.tenant}}/token', APP)}`]);
    expect(detailsOf(text)).toEqual([]);
    expect(detailsOf(text.replace("url: 'https://acme.example/token'", "url: 'http://acme.example/token'"))).toEqual([
      'needs an https URL: TLS proves who issued the token',
    ]);
    // A later callback that brings a value of the same name makes it the caller's again.
    const again = page('tenant') + call('https://acme.example/{{.tenant}}/token', APP);
    expect(detailsOf(inSteps([signIn, again]))).toEqual([SELECTED('tenant')]);
  });

  it('S2: may be named by a caller whose own secret opens it', () => {
    const text = `${HEAD}auth:\n  type: custom\n  inputs: [{name: key}, {name: org}]\n  headers: {X: '{{.token}}'}\n  steps:\n    - exchange:\n        - {url: '${TOKEN}', fields: {key: '{{.key}}', org: '{{.org}}'}, credentials: {token: t}}\n`;
    expect(detailsOf(text)).toEqual([]);
  });
});

describe('the host that gets the secret of the provider app', () => {
  const oauth = (host: string, more = '') =>
    `${HEAD}variables: [{name: site}]\nauth:\n  type: oauth2\n  grant: authorizationCode\n  authorizeURL: https://acme.example/authorize\n  tokenURL: ${host}/token\n${more}`;

  it.each([
    'https://{{.site}}',
    "'{{.site}}'",
    'https://{{.site}}.example',
    'https://acme-{{.site}}',
    'https://{{.site}}.co.uk',
    'https://{{.site}}acme.example',
  ])('S8: may not be decided by a caller: %s', (host) => {
    const text = oauth(host).replace("'/token", "/token'");
    expect(detailsOf(text)).toEqual([expect.stringMatching(/^a caller decides the host of .* gets the secret/)]);
  });

  it.each([
    ['ends in a domain of the file', 'https://{{.site}}.acme.example', ''],
    ['is in the list of the file', 'https://{{.site}}', '  authHosts: [.acme.example, login.acme.example]\n'],
    ['is pinned on the app', 'https://{{.site}}', '  hostsOnApp: true\n'],
  ])('S8: is accepted when it %s', (_what, host, more) => {
    expect(detailsOf(oauth(host, more))).toEqual([]);
  });

  it('S8: may not be a whole public suffix, and is pinned on the app only where it must be', () => {
    expect(detailsOf(oauth('https://{{.site}}', '  authHosts: [.co.uk]\n'))).toEqual([
      '".co.uk" is no domain of one provider',
    ]);
    expect(detailsOf(oauth('https://acme.example', '  hostsOnApp: true\n'))).toEqual([
      'is not needed: the file pins the hosts of the sign-in',
    ]);
  });

  it('S8: is fixed for the pages and calls of steps', () => {
    const step = `redirect: '{{.site}}/allow?id={{.clientId}}&back={{.callbackUrl}}&state={{.state}}'\n      callbackParams: [code]\n      exchange:${call('https://{{.site}}/token', CODE)}`;
    const found = checkProviderFile(inSteps([step], 'variables: [{name: site}]\n'));
    expect(found.map(({ path }) => path)).toEqual(['auth.steps.0.redirect', 'auth.steps.0.exchange.0.url']);
  });
});
