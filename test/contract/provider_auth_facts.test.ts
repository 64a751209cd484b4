import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { providerInfo } from '../../connectors/engine/catalogue/provider_info.ts';
import { loadProviders } from '../../connectors/engine/catalogue/providers.ts';

/** The catalogue's facts are outside the repository, if present. */
const FILE = '../shared/facts/providers.facts.json';
const isThere = existsSync(FILE);

type Facts = Record<string, unknown>;

/** Every fact must be in the file's answer, which may contain more. Spaces in templates and empty parts are ignored. */
function missing(facts: unknown, said: unknown, path = ''): string[] {
  if (isEmpty(facts)) return [];
  if (typeof facts !== 'object')
    return text(facts) === text(said) ? [] : [`${path}: ${text(said)}, not ${text(facts)}`];
  return Object.entries(facts as object).flatMap(([key, value]) =>
    missing(value, (said as Facts | undefined)?.[key], `${path}.${key}`),
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false;
}

function text(value: unknown): string {
  return String(value ?? '').replace(/\{\{\s*(\.\w+)\s*\}\}/g, '{{$1}}');
}

const list = (value: unknown) => (Array.isArray(value) ? value : []) as Facts[];
const byName = (value: unknown) =>
  Object.fromEntries(
    list(value).map(({ prompt: _prompt, moduleDependencies: _modules, ...shown }) => [String(shown['name']), shown]),
  );

/** The facts with the field names of the public answer. */
function expectedInfo(facts: Facts): Facts {
  const { name, displayName, baseURL, authType, defaultModule, labels, modules = {} } = facts;
  const key = facts['apiKey'] as Record<string, string> | undefined;
  const { pkce: _pkce, ...oauth2Opts } = (facts['oauth2'] ?? {}) as Facts;
  const module = ([id, { displayName: label, baseURL: base }]: [string, Facts]) => [
    id,
    { displayName: label, baseURL: base },
  ];
  return {
    ...{ name, displayName, baseURL, authType, defaultModule, labels, oauth2Opts },
    basicOpts: facts['basic'],
    customOpts: facts['custom'],
    apiKeyOpts: key && {
      attachmentType: key['attachment'],
      docsURL: key['docsURL'],
      [key['attachment'] ?? '']: { name: key['name'], valuePrefix: key['valuePrefix'] },
    },
    authHealthCheck: facts['authHealthCheck'],
    postAuthInfoNeeded: facts['postAuthInfoNeeded'],
    learned: Object.fromEntries(
      list(facts['metadataPostAuth']).map((one) => [String(one['name']), { name: one['name'] }]),
    ),
    inputs: byName(facts['metadataInputs']),
    modules: Object.fromEntries(Object.entries(modules as Record<string, Facts>).map(module)),
  };
}

function saidOf(info: Facts): Facts {
  const { input, postAuthentication } = (info['metadata'] ?? {}) as Facts;
  return { ...info, inputs: byName(input), learned: byName(postAuthentication) };
}

describe('how customers connect, compared with the catalogue', () => {
  const title = 'is what our files say of its 238 providers: schemes, addresses, prefixes, inputs, modules';
  if (!isThere) it.skip(`${title} (not run: ${FILE} is not there)`, () => undefined);
  else
    it(title, () => {
      const { providers } = JSON.parse(readFileSync(FILE, 'utf8')) as { providers: Record<string, Facts> };
      const infos = new Map(
        loadProviders()
          .list()
          .map((provider) => [provider.name, providerInfo(provider)]),
      );
      const faults = Object.entries(providers).flatMap(([name, facts]) =>
        missing(expectedInfo(facts), saidOf(infos.get(name) ?? {}), name),
      );
      expect(Object.keys(providers)).toHaveLength(238);
      expect(faults).toEqual([]);
    });
});
