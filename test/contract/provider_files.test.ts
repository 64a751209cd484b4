import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { providerInfo } from '../../connectors/engine/catalogue/provider_info.ts';
import { loadProviders, type Provider } from '../../connectors/engine/catalogue/providers.ts';
import { checkProviderFile } from '../../connectors/engine/check/check.ts';
import { findObject, objectNames } from '../../connectors/engine/objects/objects.ts';
import { hasProxy } from '../../connectors/engine/proxy/proxy_base.ts';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { CATALOGUE } from './catalogue_names.ts';

const folder = assetPath('connectors/providers');
const files = readdirSync(folder);
const own = ['sandbox', 'sandboxBasic', 'sandboxClient', 'sandboxOAuth', 'sandboxSteps', 'wordPressSelfHosted'];

describe('the provider files', () => {
  it.each(files)('%s is valid by the schema and consistent', (file) => {
    expect(checkProviderFile(readFileSync(join(folder, file), 'utf8'))).toEqual([]);
  });

  const catalogue = loadProviders();
  const providers = catalogue.list().map(({ name }) => catalogue.get(name) as Provider);

  it('are at least the 238 of the catalogue and our own', () => {
    const names = providers.map(({ name }) => name);
    expect(CATALOGUE).toHaveLength(238);
    expect(names).toEqual(expect.arrayContaining([...CATALOGUE, ...own]));
  });

  it('have unique names, ignoring case and punctuation', () => {
    const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
    const names = providers.flatMap(({ name, knownAs = [] }) => [...new Set([name, ...knownAs].map(plain))]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('each produce an entry of GET /providers', () => {
    for (const provider of providers) {
      expect(providerInfo(provider)).toMatchObject({
        name: provider.name,
        support: { write: provider.support?.includes('write') ?? false },
        providerOpts: {},
      });
    }
  });

  it('say of every claimed write and deletion what it rests on, in each module, and of no other', () => {
    const claims = providers
      .filter(({ sandbox }) => !sandbox)
      .flatMap((provider) => [provider, ...Object.values(provider.modules ?? {})])
      .map(({ support = [], verified = {} }) => [
        support.filter((verb) => verb !== 'read' && verb !== 'proxy'),
        Object.keys(verified),
      ]);
    for (const [claimed, said] of claims) expect(said).toEqual(claimed);
    expect(claims.filter(([claimed]) => claimed?.length).length).toBeGreaterThanOrEqual(13);
  });

  it('have the proxy unless the provider or the table of connectors/README.md says otherwise', () => {
    const table = /Differs from `can` because \|\n\|---\|---\|\n((?:\| `.*\n)+)/.exec(
      readFileSync(assetPath('connectors/README.md'), 'utf8'),
    )?.[1];
    const listed = [...(table ?? '').matchAll(/^\| `(\w+)` \| \S/gm)].map(([, name]) => name);
    const expected = ({ can }: Provider) => can === undefined || can.includes('proxy');
    const differing = providers.filter((one) => hasProxy(one) !== expected(one)).map(({ name }) => name);
    expect(differing).toEqual(listed);
    expect(listed).toHaveLength(6);
    const off = providers.filter((one) => !hasProxy(one) && !listed.includes(one.name));
    expect(off).toHaveLength(26);
    for (const { name, modules = {} } of providers.filter((one) => !listed.includes(one.name)))
      for (const [module, { can = [], support = [] }] of Object.entries(modules))
        expect([name, module, support.includes('proxy')]).toEqual([name, module, can.includes('proxy')]);
  });

  it('map every one of our field types, or declare that the provider has none', () => {
    for (const { name, fieldUpsert } of providers) {
      if (!fieldUpsert || 'hook' in fieldUpsert) continue;
      const types = ['string', 'boolean', 'date', 'datetime', 'singleSelect', 'multiSelect', 'int', 'float'];
      expect([name, Object.keys(fieldUpsert.types)]).toEqual([name, expect.arrayContaining(types)]);
    }
  });

  it('result in a complete plan for every object', () => {
    for (const provider of providers) {
      for (const module of [undefined, ...Object.keys(provider.modules ?? {})]) {
        for (const name of objectNames(provider, module)) {
          const { spec } = findObject(provider, module, name);
          // An object that consists of others uses their plans.
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
