import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { parse } from 'yaml';
import { loadProviders } from '../../connectors/engine/catalogue/providers.ts';
import { checkCron } from '../../lib/cron/check_cron.ts';
import { manifestSchema } from '../../lib/manifest/manifest_schema.ts';
import { publishedSchema } from '../../lib/manifest/published_schema.ts';
import type { Schema } from '../../lib/manifest/schema.ts';
import { MANIFESTS } from '../../scripts/docs/manifest_page.ts';
import { serverRules } from '../../scripts/docs/server_rules.ts';
import { factsOf } from '../../services/installation/clients/provider_facts.ts';
import { NOT_RUN_BLOCKS } from '../../services/installation/manifests/manifest.ts';
import type { ValidationContext } from '../../services/installation/manifests/manifest_provider_rules.ts';
import { checkManifest } from '../../services/installation/manifests/manifest_rules.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../support/installation_world.ts';
import { mutatedManifests } from '../support/mutated_manifests.ts';

const valid = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(publishedSchema());
const context: ValidationContext = {
  provider: () => undefined,
  providerNames: () => [],
  isWithheld: () => false,
  checkCron,
  resolution: null,
  isKnownDestination: () => true,
  providerApps: new Set(),
};

/** The rules of the server that the schema has too, broken by a value. */
const brokenRules = (value: unknown): string[] =>
  checkManifest(value, context)
    .map(({ rule }) => rule)
    .filter((rule) => !(rule in serverRules));

/** Every manifest in the docs and in the suites of this repository. */
function corpus(): [string, unknown][] {
  const folders = [
    'docs/guides/manifests',
    ...featuresOf('services/installation'),
    'test/e2e',
    'test/support',
    'scripts/scenario',
    'docs',
    '.',
  ];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ya?ml|md|ts)$/.test(entry.name))
      .map(({ name }) => `${folder}/${name}`),
  );
  return files.flatMap((file) =>
    manifestsIn(readFileSync(file, 'utf8')).map((value, i): [string, unknown] => [`${file} ${i + 1}`, value]),
  );
}

/** The folders of all features; their unit tests have manifests. */
function featuresOf(service: string): string[] {
  return readdirSync(service, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${service}/${name}`);
}

function manifestsIn(text: string): unknown[] {
  const found = text.matchAll(/(?<=^|`)specVersion: .*\nintegrations:\n(?:(?:[ \t#].*)?\n)*/gm);
  return [...found].filter(([yaml]) => !yaml.includes('${')).map(([yaml]) => parse(yaml, { uniqueKeys: false }));
}

function schemas(schema: Schema = manifestSchema, path = '$'): [string, Schema][] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => schemas(value, `${path}.${key}`));
  return [[path, schema], ...inner, ...(schema.items ? schemas(schema.items, `${path}[]`) : [])];
}

describe('the schema of the manifest', () => {
  it('decides like the server on every manifest of this repository', () => {
    const manifests = corpus();
    expect(manifests.length).toBeGreaterThan(5);
    for (const [where, manifest] of manifests)
      expect([where, valid(manifest), brokenRules(manifest)]).toEqual([
        where,
        brokenRules(manifest).length === 0,
        brokenRules(manifest),
      ]);
  });

  it('decides like the server on manifests with any one or two changes', () => {
    const seeds = MANIFESTS.map(
      ([file]) => parse(readFileSync(`docs/guides/manifests/${file}.yaml`, 'utf8')) as object,
    );
    fc.assert(
      fc.property(
        mutatedManifests(
          seeds,
          schemas().map(([, schema]) => schema),
        ),
        (manifest) => {
          const broken = brokenRules(manifest);
          expect({ manifest, valid: valid(manifest), broken }).toEqual({
            manifest,
            valid: broken.length === 0,
            broken,
          });
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it.each(schemas())('documents %s, with examples that it allows', (path, schema) => {
    expect(schema.description).toMatch(/\S.*[.]$/s);
    expect(schema.examples.length).toBeGreaterThan(0);
    const own = new Ajv2020({ strict: false }).compile(schema as object);
    expect(schema.examples.filter((example) => !own(example))).toEqual([]);
    if (schema.default !== undefined) expect([path, own(schema.default)]).toEqual([path, true]);
  });

  it('says of each block that is not run that it is not, and of no other', () => {
    const blocks = Object.entries(manifestSchema.properties?.['integrations']?.items?.properties ?? {});
    const said = blocks.filter(([, { description }]) => description.includes('not run yet')).map(([key]) => key);
    expect(said.sort()).toEqual([...NOT_RUN_BLOCKS].sort());
  });
});

describe('a manifest', () => {
  const read = (object: object) => ({
    specVersion: '1.0.0',
    integrations: [
      { name: 'crm', provider: 'x', read: { objects: [{ objectName: 'a', destination: 'hook', ...object }] } },
    ],
  });

  it('is warned of a key without a value, which has no effect', () => {
    const faults = checkManifest(read({ optionalFields: null }), { ...context, provider: () => undefined });
    const [warning] = faults.filter(({ rule }) => rule === 'empty-key');
    expect(warning).toMatchObject({ severity: 'warning', message: expect.stringContaining('optionalFields') });
  });

  it('may not have a list where one word belongs', () => {
    expect(brokenRules(read({ optionalFieldsAuto: ['all'] }))).toEqual(['optional-fields-auto']);
    expect(brokenRules(read({ optionalFieldsAuto: 'all' }))).toEqual([]);
  });

  it('is said to be empty', () => {
    expect(checkManifest(null, context)).toEqual([expect.objectContaining({ message: 'The manifest is empty.' })]);
  });

  it('is told a provider and an object that were probably meant', () => {
    const catalogue = loadProviders();
    const provider = (name: string) => {
      const known = catalogue.get(name);
      return known && factsOf(known);
    };
    const suggestionsOf = (name: string, objectName: string) =>
      checkManifest(
        {
          specVersion: '1.0.0',
          integrations: [{ name: 'crm', provider: name, read: { objects: [{ objectName, destination: 'hook' }] } }],
        },
        { ...context, provider, providerNames: () => ['sandbox', 'stripe'] },
      ).map(({ suggestion }) => suggestion);
    expect(suggestionsOf('sandbx', 'contacts')).toContain('Did you mean sandbox?');
    expect(suggestionsOf('sandbox', 'contcats')).toContain('Did you mean contacts?');
  });

  it('counts characters, not the halves of surrogate pairs', () => {
    expect(brokenRules(read({ mapToName: '😀'.repeat(191) }))).toEqual([]);
    expect(brokenRules(read({ mapToName: '😀'.repeat(192) }))).toEqual(['length']);
  });

  it('is stored with its keys in an order that no version changes, because a hash of it says what changed', () => {
    const keysOf = (path: string) => Object.keys(new Map(schemas()).get(path)?.properties ?? {});
    const integration = [
      'name',
      'provider',
      'displayName',
      'module',
      'read',
      'write',
      'subscribe',
      'proxy',
      'watchSchema',
    ];
    const names = ['objectName', 'destination', 'schedule', 'mapToName', 'mapToDisplayName'];
    const more = [
      'requiredFields',
      'optionalFields',
      'optionalFieldsAuto',
      'backfill',
      'delivery',
      'deletes',
      'enabled',
    ];
    const field = ['fieldName', 'mapToName', 'mapToDisplayName', 'prompt', 'default'];
    expect(keysOf('$.integrations[]').slice(0, integration.length)).toEqual(integration);
    expect(keysOf('$.integrations[].read.objects[]').slice(0, 12)).toEqual([...names, ...more]);
    expect(keysOf('$.integrations[].read.objects[].requiredFields[]').slice(0, 5)).toEqual(field);
  });
});

it('names as rules of the server only those that it has, and no rule of the schema', () => {
  const folder = 'services/installation';
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?!clients|jobs|migrations|rpc).*(?<!\.test)\.ts$/.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
    .join('\n');
  const isInCode = (rule: string) =>
    code.includes(`'${rule}'`) || code.includes(`\`${rule.replace(/[a-z]+$/, '')}\${action}\``);
  expect(Object.keys(serverRules).filter((rule) => !isInCode(rule))).toEqual([]);
});

describe('the manifests of the page', () => {
  let world: InstallationWorld;
  beforeAll(async () => {
    world = await installationWorld();
    for (const provider of ['hubspot', 'salesforce'])
      await world.createProviderApp(world.call, {
        projectId: PROJECT,
        provider,
        clientId: provider,
        clientSecret: 'secret',
        externalRef: '',
        scopes: ['read'],
        metadataJson: '',
      });
  });
  afterAll(() => world.close());

  const resolved = { id: 'd1', status: 'active', generation: 0, suggestion: '' };
  const resolution = new Map([['crm-webhook', { name: 'crm-webhook', ...resolved }]]);

  it.each(MANIFESTS)('%s: is deployed, and warns exactly where its comments say so', async (file) => {
    const sourceYaml = readFileSync(`docs/guides/manifests/${file}.yaml`, 'utf8');
    const deployed = await world.upsertIntegrations(world.call, { projectId: PROJECT, sourceYaml, resolution });
    const told = sourceYaml.split('\n').flatMap((line, i) => {
      const [, rule] = /# Warns: (\S+)/.exec(line) ?? [];
      return rule === undefined ? [] : [`${i + 2} ${rule}`];
    });
    const warnings = deployed.flatMap(({ latestRevision }) => latestRevision.warnings);
    expect(warnings.map(({ line, rule }) => `${line} ${rule}`).sort()).toEqual(told.sort());
    expect(valid(parse(sourceYaml))).toBe(true);
  });

  it('have every key of the schema', () => {
    const all = MANIFESTS.map(([file]) => readFileSync(`docs/guides/manifests/${file}.yaml`, 'utf8')).join('\n');
    const keys = schemas().flatMap(([, { properties = {} }]) => Object.keys(properties));
    expect([...new Set(keys)].filter((key) => !new RegExp(`^[ -]*${key}:`, 'm').test(all))).toEqual([]);
  });
});
