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
const own = ['sandbox', 'sandboxBasic', 'sandboxClient', 'sandboxOAuth', 'sandboxSteps', 'wordPressSelfHosted'];

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

  it('describe fields, and make some, only for the providers that the tests ask', () => {
    const sandboxes = own.filter((name) => name.startsWith('sandbox'));
    const describing = providers.filter(({ metadata, styles, objects, modules }) => {
      const tables = [styles, objects, ...Object.values(modules ?? {}).map((module) => module.objects)];
      const specs = tables.flatMap((table) => Object.values(table ?? {}));
      return [metadata, ...specs.map((spec) => typeof spec === 'object' && spec.metadata)].some(
        (facts) => facts && facts.path !== undefined,
      );
    });
    expect(describing.map(({ name }) => name)).toEqual(
      ['hubspot', 'pipedrive', 'salesforce', 'zendeskSupport', ...sandboxes].sort(),
    );
    expect(providers.filter(({ fieldUpsert }) => fieldUpsert).map(({ name }) => name)).toEqual(
      ['hubspot', 'salesforce', ...sandboxes].sort(),
    );
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
          expect(findObject(provider, module, name).spec).toMatchObject({
            path: expect.stringMatching(/^\//),
            paging: expect.anything(),
          });
        }
      }
    }
  });
});
