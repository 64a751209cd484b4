import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkProviderFile } from '../../connectors/engine/file/check.ts';
import { findObject, objectNames } from '../../connectors/engine/objects/objects.ts';
import { providerInfo } from '../../connectors/engine/file/provider_info.ts';
import { loadProviders, type Provider } from '../../connectors/engine/file/providers.ts';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { CATALOGUE } from './catalogue_names.ts';

const folder = assetPath('connectors/providers');
const files = readdirSync(folder);
const own = ['sandbox', 'sandboxBasic', 'sandboxClient', 'sandboxOAuth', 'sandboxSteps', 'wordPressSelfHosted'];

describe('the provider files', () => {
  it.each(files)('%s says what the schema allows and what holds together', (file) => {
    expect(checkProviderFile(readFileSync(join(folder, file), 'utf8'))).toEqual([]);
  });

  const catalogue = loadProviders();
  const providers = catalogue.list().map(({ name }) => catalogue.get(name) as Provider);

  it('are at least the 238 of the catalogue and our own', () => {
    const names = providers.map(({ name }) => name);
    expect(CATALOGUE).toHaveLength(238);
    expect(names).toEqual(expect.arrayContaining([...CATALOGUE, ...own]));
  });

  it('are known by names that no other has, whatever their case and punctuation', () => {
    const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
    const names = providers.flatMap(({ name, knownAs = [] }) => [...new Set([name, ...knownAs].map(plain))]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
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

  it('map every type that a field of ours may have, or say that the provider has none', () => {
    for (const { name, fieldUpsert } of providers) {
      if (!fieldUpsert || 'hook' in fieldUpsert) continue;
      const types = ['string', 'boolean', 'date', 'datetime', 'singleSelect', 'multiSelect', 'int', 'float'];
      expect([name, Object.keys(fieldUpsert.types)]).toEqual([name, expect.arrayContaining(types)]);
    }
  });

  it('lead to a complete plan for every object', () => {
    for (const provider of providers) {
      for (const module of [undefined, ...Object.keys(provider.modules ?? {})]) {
        for (const name of objectNames(provider, module)) {
          const { spec } = findObject(provider, module, name);
          // What is made of others has their plans.
          if (spec.parts) continue;
          expect(spec).toMatchObject({
            path: expect.stringMatching(/^\//),
            paging: expect.anything(),
          });
        }
      }
    }
  });
});
