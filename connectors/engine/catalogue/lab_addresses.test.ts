import { describe, expect, it } from '@jest/globals';
import type { Provider } from '../file/provider.ts';
import { catalogueAtLab, pointAtLab } from './lab_addresses.ts';
import { loadProviders } from './providers.ts';

const LAB = 'http://127.0.0.1:4030';

const acme: Provider = {
  name: 'acme',
  displayName: 'Acme',
  baseURL: 'https://{{.workspace}}.acme.example/api',
  auth: {
    type: 'oauth2',
    grant: 'authorizationCode',
    authorizeURL: 'https://login.acme.example/authorize',
    tokenURL: '{{.baseUrl}}/token',
    revocation: { url: 'https://login.acme.example/revoke/{token}', method: 'DELETE' },
    authHosts: ['.acme.example'],
    audience: ['https://audience.acme.example'],
    scopeMappings: { all: 'https://scopes.acme.example/all' },
    docsURL: 'https://docs.acme.example',
  },
  healthCheck: { url: 'https://{{.workspace}}.acme.example/me' },
  origins: ['https://pages.acme.example'],
  modules: { eu: { displayName: 'EU', baseURL: 'https://eu.acme.example' } },
  objects: { things: { path: '/things', query: { url: 'https://not.an.address' } } },
};

describe('a provider pointed at the lab', () => {
  it('has every URL under the lab, with its name, original host and placeholders', () => {
    const moved = pointAtLab(acme, LAB);
    expect(moved.baseURL).toBe(`${LAB}/acme/{{.workspace}}.acme.example/api`);
    expect(moved.modules?.['eu']?.baseURL).toBe(`${LAB}/acme/eu.acme.example`);
    expect(moved.healthCheck?.url).toBe(`${LAB}/acme/{{.workspace}}.acme.example/me`);
    expect(moved.origins).toEqual([LAB]);
    expect(moved.auth).toMatchObject({
      authorizeURL: `${LAB}/acme/login.acme.example/authorize`,
      tokenURL: `${LAB}/acme/{{.baseUrl}}/token`,
      revocation: { url: `${LAB}/acme/login.acme.example/revoke/{token}` },
      authHosts: ['127.0.0.1:4030'],
    });
  });

  it('keeps values that only look like URLs', () => {
    expect(pointAtLab(acme, LAB)).toMatchObject({
      auth: {
        audience: ['https://audience.acme.example'],
        scopeMappings: { all: 'https://scopes.acme.example/all' },
        docsURL: 'https://docs.acme.example',
      },
      objects: { things: { query: { url: 'https://not.an.address' } } },
    });
  });

  it('leaves no provider of the package a URL outside the lab', () => {
    const catalogue = catalogueAtLab(loadProviders(), LAB);
    const outside = catalogue.list().flatMap(({ name }) => {
      const { labels: _labels, ...provider } = catalogue.get(name) as Provider;
      return addressesOf(provider).filter((address) => !address.startsWith(`${LAB}/${name}/`) && address !== LAB);
    });
    expect(outside).toEqual([]);
  });
});

/** Every URL that is called, found by another rule than the tested one: its key is `url` or ends in URL. */
function addressesOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string')
    return /^(url|.*URL|redirect|origins)$/.test(key) && /^(https?:|\{\{)/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    /^(docsURL|query|body|fields|knownFields|providerParams|authQueryParams|default)$/.test(name)
      ? []
      : addressesOf(part, Array.isArray(value) ? key : name),
  );
}
