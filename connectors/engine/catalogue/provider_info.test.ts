import { describe, expect, it } from '@jest/globals';
import { providerInfo } from './provider_info.ts';
import { loadProviders, type Provider } from './providers.ts';

const providers = loadProviders();
const info = (name: string) => providerInfo(providers.get(name) as Provider);

describe('providerInfo', () => {
  it('shows OAuth facts under the public names', () => {
    expect(info('github')).toMatchObject({
      name: 'github',
      displayName: 'GitHub',
      authType: 'oauth2',
      baseURL: 'https://api.github.com',
      defaultModule: '',
      providerOpts: {},
      support: {
        read: true,
        write: false,
        proxy: true,
        subscribe: false,
        delete: false,
        search: { operators: { equals: false } },
      },
      oauth2Opts: {
        grantType: 'authorizationCode',
        explicitScopesRequired: true,
        tokenMetadataFields: { scopesField: 'scope' },
      },
    });
  });

  it('shows where an API key goes', () => {
    expect(info('stripe')['apiKeyOpts']).toMatchObject({
      attachmentType: 'header',
      header: { name: 'Authorization', valuePrefix: 'Bearer ' },
    });
  });

  it('shows the inputs of the customer', () => {
    expect(info('zendeskSupport')['metadata']).toEqual({
      input: [{ name: 'workspace', displayName: 'Subdomain' }],
      postAuthentication: [],
    });
  });

  it('shows what a claim of support rests on, of each module by its own file', () => {
    expect(info('salesforce')).toMatchObject({
      verified: { write: 'recorded', delete: 'recorded' },
      modules: { 'account-engagement': { verified: { write: 'facts', delete: 'facts' } } },
    });
    expect(info('github')).not.toHaveProperty('verified');
  });

  it('shows read support only if the file has objects', () => {
    expect(info('adobe')).toMatchObject({ support: { read: false, write: false, proxy: false } });
    expect(info('pipedrive')).toMatchObject({ modules: { crm: { support: { read: true } } } });
  });
});
