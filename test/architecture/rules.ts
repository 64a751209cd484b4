/**
 * The walls of the house as tables: who may import whom, where each npm package lives, what files may be called.
 * check.ts applies them and imports.test.ts holds the tree to them. To change an arrow, change its row here and say
 * why in docs/adr.
 *
 * A pattern is a path prefix, or a whole file name; `*` stands for one folder name, and `$S` for the service that the
 * importing file belongs to. The first row whose `files` match a file is that file's room.
 */
export type Room = { files: string; mayImport: readonly string[] };

const ANYTHING = [''] as const;
const DOMAIN_LIBS = ['lib/fields/', 'lib/problem/', 'lib/ids/', 'lib/json/', 'lib/time/', 'lib/url/'] as const;

export const rooms: readonly Room[] = [
  { files: 'protos/gen/', mayImport: ['protos/gen/'] },
  // lib/rpc names the five services, so that a client is one call; the rest of lib knows no service.
  { files: 'lib/rpc/', mayImport: ['lib/', 'protos/gen/'] },
  { files: 'lib/', mayImport: ['lib/'] },
  { files: 'connectors/', mayImport: ['lib/', 'connectors/'] },

  { files: 'services/*/domain/', mayImport: ['services/$S/domain/', ...DOMAIN_LIBS] },
  { files: 'services/*/usecases/', mayImport: ['services/$S/domain/', 'services/$S/usecases/', 'lib/', 'connectors/'] },
  { files: 'services/*/store/', mayImport: ['services/$S/domain/', 'services/$S/store/', 'lib/'] },
  { files: 'services/*/rpc/', mayImport: inward('rpc') },
  { files: 'services/*/jobs/', mayImport: inward('jobs') },
  { files: 'services/*/clients/', mayImport: inward('clients') },
  { files: 'services/*/migrations/', mayImport: ['services/$S/migrations/', 'lib/'] },
  { files: 'services/*/config.ts', mayImport: ['lib/'] },
  { files: 'services/*/', mayImport: ['services/$S/', 'lib/', 'connectors/', 'protos/gen/'] },

  { files: 'gateway/http/', mayImport: ['gateway/http/', 'gateway/gen/', 'gateway/config.ts', 'lib/', 'protos/gen/'] },
  { files: 'gateway/', mayImport: ['gateway/', 'lib/', 'protos/gen/'] },

  // The one file that knows all five processes at once (docs/adr/0007); its neighbours may not.
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

  // Outsiders: they meet the platform through its public HTTP only.
  { files: 'sandbox/', mayImport: ['sandbox/', 'lib/', 'connectors/'] },
  { files: 'cli/', mayImport: ['cli/', 'lib/', 'connectors/'] },

  { files: 'scripts/', mayImport: ANYTHING },
  { files: 'bench/', mayImport: ANYTHING },
  { files: 'test/', mayImport: ANYTHING },
];

function inward(room: string): string[] {
  return [`services/$S/${room}/`, 'services/$S/domain/', 'services/$S/usecases/', 'lib/', 'protos/gen/'];
}

/** Rooms that may import anything, and that nothing outside them may import. A unit test belongs to them wherever it lies. */
export const freeRooms: readonly string[] = ['scripts/', 'bench/', 'test/'];

/** Where an npm package may be imported, beside the free rooms. A package that has no row here has no home. */
export const packageHomes: Readonly<Record<string, readonly string[]>> = {
  '@grpc/grpc-js': ['lib/rpc/', 'protos/gen/'],
  '@grpc/proto-loader': ['lib/rpc/', 'protos/gen/'],
  ajv: ['gateway/http/', 'lib/', 'connectors/engine/'],
  'ajv-formats': ['gateway/http/', 'lib/', 'connectors/engine/'],
  commander: ['cli/'],
  express: ['gateway/http/'],
  'fast-xml-parser': ['connectors/hooks/'],
  fflate: ['services/installation/'],
  'grpc-health-check': ['lib/rpc/'],
  jose: ['lib/crypto/', 'services/identity/'],
  knex: ['lib/db/', 'services/*/store/'],
  leven: ['connectors/engine/'],
  libsql: ['lib/db/'],
  mysql2: ['lib/db/'],
  nats: ['lib/events/'],
  'oidc-provider': ['sandbox/'],
  pino: ['lib/log/'],
  'rate-limiter-flexible': ['gateway/http/'],
  stripe: ['services/identity/clients/'],
  undici: ['lib/http/'],
  uuid: ['lib/ids/'],
  yaml: ['connectors/', 'lib/', 'gateway/', 'services/installation/'],
};

/** The same for `import type` alone: a type costs nothing at run time but still ties a room to a package. */
export const typeHomes: Readonly<Record<string, readonly string[]>> = {
  knex: ['services/*/migrations/', 'lib/events/'],
};

/** Rooms where no npm package may be imported, whatever its home says. */
export const pureRooms: readonly string[] = ['services/*/domain/'];

/** What only tests may import. */
export const testOnlyPackages: readonly string[] = ['@jest/globals', 'svix', 'standardwebhooks', 'fast-check'];

/** Who may read the environment: settings pass through one door, so that each has a name, a default and a doc. */
export const environmentReaders: readonly string[] = ['lib/config/', ...freeRooms];

/** Folder names that say "unsorted". */
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

/** Written by a generator: no rule on names, sizes or exports. */
export const generated: readonly string[] = ['protos/gen/', 'gateway/gen/'];

/** Past this a file is two things. */
export const maxLines = 300;
/** A suite may be longer: it is read a case at a time. */
export const maxTestLines = 500;

/** Everything hand-written in TypeScript lies under one of these. */
export const sourceFolders: readonly string[] = [
  'lib',
  'protos',
  'gateway',
  'services',
  'connectors',
  'embedded',
  'sandbox',
  'cli',
  'scripts',
  'bench',
  'test',
];
