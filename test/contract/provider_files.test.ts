import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkProviderFile } from '../../connectors/engine/check.ts';
import { findObject, objectNames } from '../../connectors/engine/objects.ts';
import { providerInfo } from '../../connectors/engine/provider_info.ts';
import { loadProviders } from '../../connectors/engine/providers.ts';
import { assetPath } from '../../lib/assets/asset_path.ts';

const folder = assetPath('connectors/providers');
const files = readdirSync(folder);
const own = ['sandbox', 'sandboxBasic', 'sandboxClient', 'sandboxOAuth', 'wordPressSelfHosted'];

describe('the provider files', () => {
  it.each(files)('%s says what the schema allows and what holds together', (file) => {
    expect(checkProviderFile(readFileSync(join(folder, file), 'utf8'))).toEqual([]);
  });

  const providers = loadProviders().list();

  it('are the 238 of the catalogue and our own', () => {
    const names = providers.map(({ name }) => name);
    expect(names.filter((name) => !own.includes(name))).toHaveLength(238);
    expect(names).toEqual(expect.arrayContaining(own));
  });

  it('each make an entry of GET /providers', () => {
    for (const provider of providers) {
      expect(providerInfo(provider)).toMatchObject({
        name: provider.name,
        support: { write: false },
        providerOpts: {},
      });
    }
  });

  it('claim reading only for the providers that the tests read', () => {
    const readable = ['github', 'hubspot', 'pipedrive', 'stripe', 'wordPress', 'zendeskSupport', ...own].sort();
    expect(providers.filter(({ support }) => support?.includes('read')).map(({ name }) => name)).toEqual(readable);
  });

  it('lead to a complete plan for every object', () => {
    for (const provider of providers) {
      for (const module of [undefined, ...Object.keys(provider.modules ?? {})]) {
        for (const name of objectNames(provider, module)) {
          expect(findObject(provider, module, name).spec).toMatchObject({
            path: expect.stringMatching(/^\//),
            paging: expect.anything(),
          });
        }
      }
    }
  });
});
