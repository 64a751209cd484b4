/**
 * The import rules as tables: which folder may import which, where each npm package may be used, how files may be
 * named. check.ts applies them and imports.test.ts checks the tree. To allow an import, change the row here and explain
 * why in docs/adr.
 *
 * A pattern is a path prefix or a complete file path; `*` is a name or a part of one, and `$S` is the service of the
 * importing file. The first row whose `files` match a file is that file's room.
 */
export type Room = { files: string; mayImport: readonly string[]; mayNotImport?: readonly string[] };

const ANYTHING = [''] as const;
/** The rules of work and of counts, and the types of their stores (docs/adr/0031). */
const RULES_OF_LIB = [
  'lib/counts/counts.ts',
  'lib/work/fair_turns.ts',
  'lib/work/next_step.ts',
  'lib/work/operation_log.ts',
  'lib/work/states.ts',
  'lib/work/tables.ts',
];

/** What the rules of a service may import: a file that exports the interface of a store, and what it imports. */
export const DOMAIN_LIBS = [
  'lib/cron/cadence.ts',
  'lib/db/keyset.ts',
  'lib/fields/',
  'lib/operation/',
  'lib/problem/',
  'lib/proxy_plan/',
  'lib/read_plan/',
  'lib/write_plan/',
  'lib/ids/',
  'lib/json/',
  'lib/manifest/',
  'lib/time/',
  'lib/url/',
  ...RULES_OF_LIB,
  // The types of a port, which are those of the door (docs/adr/0030).
  'connectors/calls/permits.ts',
] as const;

/** The same for `import type`: what a transaction announces and hears. */
export const DOMAIN_TYPES = ['lib/events/event.ts', 'lib/events/inbox.ts', 'lib/events/outbox.ts'] as const;

/** The files that put a service together. */
const ASSEMBLY = ['main', 'service', 'stores', 'use_cases', 'config'].map((name) => `services/$S/${name}.ts`);
/** The folders of a service that are no feature. */
const AROUND = ['rpc', 'jobs', 'clients', 'migrations'].map((name) => `services/$S/${name}/`);
/** SQL: for other stores and for stores.ts. */
const STORES = ['services/$S/*_store.ts', 'services/$S/*/*_store.ts'];

export const rooms: readonly Room[] = [
  { files: 'protos/gen/', mayImport: ['protos/gen/'] },
  // lib/rpc names the five services, so that a client takes one call; the rest of lib names no service.
  { files: 'lib/rpc/', mayImport: ['lib/', 'protos/gen/'] },
  { files: 'lib/telemetry/', mayImport: ['lib/telemetry/', 'lib/assets/', 'lib/log/', 'lib/problem/'] },
  ...RULES_OF_LIB.map((files) => ({ files, mayImport: [...RULES_OF_LIB, 'lib/operation/'] })),
  { files: 'lib/', mayImport: ['lib/'] },
  { files: 'connectors/', mayImport: ['lib/', 'connectors/'] },

  // A driver of a destination type (docs/adr/0033): the guarded network of lib, and the interface that it implements.
  {
    files: 'services/notifications/destinations/*/',
    mayImport: [
      'services/notifications/destinations/*/',
      'services/notifications/destinations/destination_driver.ts',
      'services/notifications/destinations/destination.ts',
      'services/notifications/*.ts',
      'lib/',
    ],
  },
  // A feature is flat (docs/adr/0045). Only SQL knows SQL, and no feature knows how its service is put together.
  {
    files: 'services/*/*_store.ts',
    mayImport: ['services/$S/*.ts', 'lib/'],
    mayNotImport: ASSEMBLY,
  },
  {
    files: 'services/*/*/*_store.ts',
    mayImport: ['services/$S/*.ts', 'services/$S/*/*.ts', 'lib/'],
    mayNotImport: [...ASSEMBLY, ...AROUND],
  },
  // What carries requests and events in and out.
  { files: 'services/*/rpc/', mayImport: inward('rpc'), mayNotImport: outside('rpc') },
  { files: 'services/*/jobs/', mayImport: inward('jobs'), mayNotImport: outside('jobs') },
  // The connector engine, behind the port that the use cases of installation know.
  // The lab is a provider in this process, for previews where the operator allows sandboxes.
  {
    files: 'services/installation/clients/',
    mayImport: [...inward('clients'), 'connectors/', 'sandbox/lab/'],
    mayNotImport: outside('clients'),
  },
  // Foreign APIs are called through the door that masks secrets (docs/adr/0027).
  {
    files: 'services/*/clients/',
    mayImport: [...inward('clients'), 'connectors/calls/'],
    mayNotImport: outside('clients'),
  },
  { files: 'services/*/migrations/', mayImport: ['services/$S/migrations/', 'lib/'] },
  { files: 'services/*/config.ts', mayImport: ['lib/'] },
  { files: 'services/*/stores.ts', mayImport: ['services/$S/', 'lib/'] },
  { files: 'services/*/main.ts', mayImport: ['services/$S/service.ts', 'services/$S/config.ts', 'lib/'] },
  { files: 'services/*/use_cases.ts', mayImport: ['services/$S/', 'lib/', 'connectors/'], mayNotImport: STORES },
  {
    files: 'services/*/service.ts',
    mayImport: ['services/$S/', 'lib/', 'connectors/', 'protos/gen/'],
    mayNotImport: STORES,
  },
  // What several features of a service share. It knows no feature.
  { files: 'services/*/*.ts', mayImport: ['services/$S/*.ts', ...DOMAIN_LIBS], mayNotImport: [...ASSEMBLY, ...STORES] },
  {
    files: 'services/notifications/destinations/drivers.ts',
    mayImport: ['services/notifications/destinations/'],
  },
  {
    files: 'services/*/*/*.ts',
    mayImport: ['services/$S/*.ts', 'services/$S/*/*.ts', 'lib/', 'connectors/'],
    mayNotImport: [...ASSEMBLY, ...AROUND, ...STORES],
  },

  // Runs in a browser. The types of the public contract are its only tie to a server.
  { files: 'web/api/', mayImport: ['web/api/', 'gateway/gen/'] },
  { files: 'web/ui/', mayImport: ['web/ui/', 'web/api/'] },
  { files: 'web/texts/', mayImport: ['web/texts/'] },
  { files: 'web/console/shell/', mayImport: ['web/console/', 'web/ui/', 'web/api/'] },
  { files: 'web/console/', mayImport: ['web/console/', 'web/ui/', 'web/api/'] },
  { files: 'web/connect/', mayImport: ['web/connect/', 'web/ui/', 'web/api/', 'web/texts/'] },
  { files: 'web/', mayImport: ['web/'] },

  // From the document to the resources: a room knows those above it.
  { files: 'gateway/contract/', mayImport: ['gateway/contract/', 'gateway/config.ts', 'lib/'] },
  { files: 'gateway/limits/', mayImport: ['gateway/limits/', 'gateway/contract/', 'lib/', 'protos/gen/'] },
  { files: 'gateway/http/', mayImport: ['gateway/http/', 'gateway/limits/', 'lib/'] },
  {
    files: 'gateway/pages/',
    mayImport: ['gateway/pages/', 'gateway/http/', 'gateway/limits/', 'gateway/contract/', 'lib/'],
  },
  {
    files: 'gateway/rest/',
    mayImport: [
      'gateway/rest/',
      'gateway/pages/',
      'gateway/http/',
      'gateway/limits/',
      'gateway/contract/',
      'gateway/gen/',
      'lib/',
      'protos/gen/',
    ],
  },
  { files: 'gateway/', mayImport: ['gateway/', 'lib/', 'protos/gen/'] },

  // The only file that may import all processes (docs/adr/0007).
  {
    files: 'embedded/platform.ts',
    mayImport: [
      'embedded/',
      'services/*/service.ts',
      'services/*/config.ts',
      'gateway/gateway.ts',
      'gateway/config.ts',
      'lib/',
      'protos/gen/',
    ],
  },
  { files: 'embedded/', mayImport: ['embedded/', 'lib/', 'protos/gen/'] },

  // These use the platform through its public HTTP interface only.
  { files: 'sandbox/', mayImport: ['sandbox/', 'lib/', 'connectors/'] },
  // Runs beside the processes, so it knows their settings and the steps of their schemas, and nothing else of them.
  {
    files: 'cli/doctor/',
    mayImport: ['cli/doctor/', 'lib/', 'services/*/config.ts', 'services/*/migrations/'],
  },
  { files: 'cli/', mayImport: ['cli/', 'lib/', 'connectors/'] },

  { files: 'scripts/', mayImport: ANYTHING },
  { files: 'bench/', mayImport: ANYTHING },
  // Code that benches and suites share: receivers, fixtures, and processes that both start.
  { files: 'testbed/', mayImport: ANYTHING },
  { files: 'test/', mayImport: ANYTHING },
];

function inward(room: string): string[] {
  return [`services/$S/${room}/`, 'services/$S/*.ts', 'services/$S/*/*.ts', 'lib/', 'protos/gen/'];
}

/** What carries requests in and out knows the use cases, and neither how they are put together nor one another. */
function outside(room: string): string[] {
  const others = AROUND.filter((folder) => folder !== `services/$S/${room}/`);
  return [...ASSEMBLY.filter((file) => !file.endsWith('/use_cases.ts')), ...others, ...STORES];
}

/**
 * Rooms that may import anything, and that nothing outside them may import. Unit tests belong to them in any folder.
 */
export const freeRooms: readonly string[] = ['scripts/', 'bench/', 'testbed/', 'test/'];

/** The free rooms that the build compiles. They may not import `test/`, so that no test file lies in dist/. */
export const compiledFreeRooms: readonly string[] = ['scripts/', 'bench/', 'testbed/'];

/**
 * Where an npm package may be imported, besides the free rooms. A package without a row may be imported nowhere else.
 */
export const packageHomes: Readonly<Record<string, readonly string[]>> = {
  '@grpc/grpc-js': ['lib/rpc/', 'protos/gen/'],
  '@grpc/proto-loader': ['lib/rpc/', 'protos/gen/'],
  ajv: ['gateway/contract/', 'lib/', 'connectors/engine/check/', 'cli/manifest/'],
  commander: ['cli/'],
  express: ['gateway/http/', 'gateway/limits/', 'gateway/pages/', 'gateway/rest/'],
  fflate: ['services/installation/'],
  'grpc-health-check': ['lib/rpc/'],
  jose: ['lib/crypto/', 'services/identity/'],
  knex: ['lib/db/', 'services/*/*_store.ts', 'services/*/*/*_store.ts', 'services/*/stores.ts'],
  leven: ['connectors/engine/check/', 'lib/config/'],
  libsql: ['lib/db/engines/'],
  marked: ['gateway/pages/'],
  mysql2: ['lib/db/engines/'],
  nats: ['lib/events/'],
  'oidc-provider': ['sandbox/'],
  papaparse: ['connectors/engine/'],
  pino: ['lib/log/'],
  'prom-client': ['lib/telemetry/', 'scripts/docs/'],
  ...Object.fromEntries(
    ['api', 'context-async-hooks', 'core', 'exporter-trace-otlp-http', 'resources', 'sdk-trace-base'].map((name) => [
      `@opentelemetry/${name}`,
      ['lib/telemetry/'],
    ]),
  ),
  'rate-limiter-flexible': ['gateway/limits/'],
  preact: ['web/'],
  uplot: ['web/ui/'],
  'causeway:operations': ['web/api/'],
  '@codemirror/autocomplete': ['web/console/views/integrations/'],
  '@codemirror/commands': ['web/console/views/integrations/'],
  '@codemirror/lang-yaml': ['web/console/views/integrations/'],
  '@codemirror/language': ['web/console/views/integrations/'],
  '@codemirror/lint': ['web/console/views/integrations/'],
  '@codemirror/state': ['web/console/views/integrations/'],
  '@codemirror/view': ['web/console/views/integrations/'],
  '@lezer/highlight': ['web/console/views/integrations/'],
  undici: ['lib/http/', 'lib/hand_over/'],
  uuid: ['lib/ids/'],
  yaml: ['connectors/engine/check/', 'lib/', 'gateway/contract/', 'services/installation/', 'cli/'],
};

/** The same for `import type` only: a type costs nothing at run time but still couples a room to a package. */
export const typeHomes: Readonly<Record<string, readonly string[]>> = {
  knex: ['services/*/migrations/', 'lib/backlog/', 'lib/events/', 'lib/work/', 'lib/counts/', 'lib/versions/'],
};

/** Packages that only tests may import. */
export const testOnlyPackages: readonly string[] = ['@jest/globals', 'standardwebhooks', 'fast-check'];

/** Who may read the environment. All settings go through lib/config, so that each has a name, a default and a doc. */
export const environmentReaders: readonly string[] = ['lib/config/', ...freeRooms];

/** Folder names that do not say what is in the folder. */
export const unsortedNames: readonly string[] = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'shared',
  'core',
  'types',
  'misc',
];

/** Generated files: no rules on names, sizes or exports. */
export const generated: readonly string[] = ['protos/gen/', 'gateway/gen/'];

/** The max files of a folder. Unit tests, migrations and generated code don't count. */
export const maxFilesInFolder = 25;

/** Folders whose files are found by their names, so that their number does not matter. */
export const notProduction: readonly string[] = ['test/'];

/** The max lines of a file; a longer one should be split. */
export const maxLines = 300;
/** A suite may be longer, because it is read one case at a time. */
export const maxTestLines = 500;

/** All hand-written TypeScript is under one of these. */
export const sourceFolders: readonly string[] = [
  'lib',
  'protos',
  'gateway',
  'web',
  'services',
  'connectors',
  'embedded',
  'sandbox',
  'cli',
  'scripts',
  'bench',
  'testbed',
  'test',
];
