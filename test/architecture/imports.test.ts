import process from 'node:process';
import { describe, expect, it } from '@jest/globals';
import { violations } from './check.ts';
import { sourceFiles } from './source_files.ts';

describe('the code base', () => {
  it('follows all rules of rules.ts: imports, packages, names and sizes', () => {
    const files = sourceFiles(process.cwd());
    expect(files.length).toBeGreaterThan(5);
    expect(violations(files)).toEqual([]);
  });
});

/** A valid file: each invalid file below differs from such a file in one way. */
const sound: [path: string, text: string][] = [
  ['lib/db/open.ts', "import knex from 'knex';\nimport { Problem } from '../problem/problem.ts';"],
  [
    'services/reads/schedules/schedule.ts',
    "import { newId } from '../../../lib/ids/ids.ts';\nimport type { Keyset } from '../keyset.ts';\nexport type ScheduleStore = {};",
  ],
  ['services/reads/runs/start_read.ts', "import { readPage } from '../../../connectors/engine/read_page.ts';"],
  ['services/reads/pages/page_store.ts', "import type { Knex } from 'knex';\nimport type { Page } from './page.ts';"],
  ['services/reads/migrations/n001_pages.ts', "import type { Knex } from 'knex';"],
  [
    'services/reads/rpc/reads.ts',
    "import type { UseCases } from '../use_cases.ts';\nimport type { Read } from '../runs/read.ts';",
  ],
  ['services/reads/stores.ts', "import { pageStore } from './pages/page_store.ts';"],
  [
    'services/reads/keyset.test.ts',
    "import { aPage } from '../../test/support/pages.ts';\nimport { it } from '@jest/globals';",
  ],
  ['gateway/routes/notifications/topics.ts', "import type { Routes } from '../../rest/operation.ts';"],
  [
    'embedded/platform.ts',
    "import { start } from '../services/reads/service.ts';\nimport { start as startGateway } from '../gateway/gateway.ts';",
  ],
  ['sandbox/main.ts', "import Provider from 'oidc-provider';\nimport { newId } from '../lib/ids/ids.ts';"],
  [
    'test/e2e/topics.test.ts',
    "import { start } from '../../services/reads/service.ts';\nconst port = process.env['PORT'];",
  ],
  ['bench/read.ts', "import { b } from '../testbed/ready_process.ts';"],
  ['lib/log/log.ts', '// process.env and import x from "express" in a comment are only words'],
];

const planted: [wrong: string, path: string, text: string, fault: RegExp][] = [
  [
    'lib reaching for a service',
    'lib/db/open.ts',
    "import { a } from '../../services/reads/keyset.ts';",
    /may not import services/,
  ],
  [
    'connectors reaching for a service',
    'connectors/engine/a.ts',
    "import '../../services/reads/keyset.ts';",
    /may not import/,
  ],
  [
    'what features share reaching for a feature',
    'services/reads/a.ts',
    "import { b } from './runs/b.ts';",
    /may not import/,
  ],
  [
    'rules reaching for the database',
    'services/reads/runs/run.ts',
    "import { b } from '../../../lib/db/open.ts';\nexport type RunStore = {};",
    /rules import no lib\/db\/open.ts/,
  ],
  [
    'rules using an npm package',
    'services/installation/uploads/upload.ts',
    "import { unzip } from 'fflate';\nexport type UploadStore = {};",
    /rules import no fflate/,
  ],
  ['a use case reaching for SQL', 'services/reads/runs/a.ts', "import { b } from './b_store.ts';", /may not import/],
  [
    'a use case knowing how its service is put together',
    'services/reads/runs/a.ts',
    "import type { UseCases } from '../use_cases.ts';",
    /may not import/,
  ],
  [
    'a use case reaching for the wire',
    'services/reads/runs/a.ts',
    "import type { B } from '../../../protos/gen/b.ts';",
    /may not import/,
  ],
  [
    'a store knowing how its service is put together',
    'services/reads/runs/a_store.ts',
    "import { b } from '../use_cases.ts';",
    /may not import/,
  ],
  ['a folder below a feature', 'services/reads/runs/usecases/a.ts', 'export const a = 1;', /in no room/],
  ['service.ts reaching for SQL', 'services/reads/service.ts', "import { b } from './runs/b_store.ts';", /may not/],
  ['use_cases.ts reaching for SQL', 'services/reads/use_cases.ts', "import { b } from './runs/b_store.ts';", /may not/],
  ['an RPC reaching for SQL', 'services/reads/rpc/a.ts', "import { b } from '../runs/b_store.ts';", /may not import/],
  ['a job reaching for SQL', 'services/reads/jobs/a.ts', "export { b } from '../runs/b_store.ts';", /may not import/],
  [
    'a client reaching for connectors',
    'services/reads/clients/a.ts',
    "import { b } from '../../../connectors/engine/b.ts';",
    /may not import/,
  ],
  [
    'a service importing another',
    'services/reads/service.ts',
    "import { b } from '../identity/b.ts';",
    /may not import/,
  ],
  [
    'a service importing another by a dynamic import',
    'services/reads/main.ts',
    "await import('../identity/service.ts');",
    /may not import/,
  ],
  [
    'a service importing another in a type',
    'services/reads/main.ts',
    "type A = import('../identity/service.ts').A;",
    /may not import/,
  ],
  [
    'the gateway importing a service',
    'gateway/routes/reads/a.ts',
    "import { b } from '../../../services/reads/service.ts';",
    /may not import/,
  ],
  [
    'gateway/rest knowing a resource',
    'gateway/rest/router.ts',
    "import { topicRoutes } from '../routes/notifications/topics.ts';",
    /may not import/,
  ],
  [
    'embedded/platform.ts reaching inside a service',
    'embedded/platform.ts',
    "import { b } from '../services/reads/b_store.ts';",
    /may not import/,
  ],
  [
    'another embedded file importing services',
    'embedded/other.ts',
    "import { b } from '../services/reads/service.ts';",
    /may not import/,
  ],
  [
    'the sandbox importing a service',
    'sandbox/main.ts',
    "import { b } from '../services/reads/b.ts';",
    /may not import/,
  ],
  [
    'the command line importing the gateway',
    'cli/main.ts',
    "import { b } from '../gateway/main.ts';",
    /may not import/,
  ],
  [
    'a service importing test support',
    'services/reads/service.ts',
    "import { b } from '../../test/support/b.ts';",
    /nothing imports tests/,
  ],
  [
    'a bench importing test support',
    'bench/read.ts',
    "import { b } from '../test/support/b.ts';",
    /belongs in testbed/,
  ],
  [
    'a service importing the testbed',
    'services/reads/service.ts',
    "import { b } from '../../testbed/b.ts';",
    /nothing imports tests/,
  ],
  ['lib importing a script', 'lib/db/a.ts', "import { b } from '../../scripts/b.ts';", /nothing imports tests/],
  ['express in a route', 'gateway/routes/reads/a.ts', "import express from 'express';", /whose home is gateway\/http/],
  ['knex in a use case', 'services/reads/runs/a.ts', "import type { Knex } from 'knex';", /whose home is/],
  ['knex itself in a migration', 'services/reads/migrations/a.ts', "import knex from 'knex';", /whose home is/],
  ['grpc outside lib/rpc', 'services/reads/rpc/a.ts', "import grpc from '@grpc/grpc-js';", /whose home is lib\/rpc/],
  [
    'a part of a package outside its home',
    'services/reads/runs/a_store.ts',
    "import mysql from 'mysql2/promise';",
    /whose home is lib\/db/,
  ],
  [
    'nats outside lib/events',
    'services/reads/jobs/a.ts',
    "import { connect } from 'nats';",
    /whose home is lib\/events/,
  ],
  ['a package without a home', 'lib/json/a.ts', "import lodash from 'lodash';", /has no home/],
  ['a test package in the product', 'lib/http/a.ts', "import { Webhook } from 'standardwebhooks';", /for tests only/],
  [
    'process.env outside lib/config',
    'services/reads/config.ts',
    "const a = process.env['PORT'];",
    /reads the environment/,
  ],
  ['process.env by another spelling', 'lib/db/a.ts', "import { env } from 'node:process';", /reads the environment/],
  ['Deno.env', 'embedded/platform.ts', "const a = Deno.env.get('PORT');", /reads the environment/],
  [
    'an import of a template',
    'lib/db/a.ts',
    'export const a = () => import(`../../cli/main.ts`);',
    /may not import cli/,
  ],
  ['a package that is imported late', 'cli/a.ts', "export const a = () => import('yaml');", /imports yaml late/],
  ['an import of a value', 'lib/db/a.ts', 'export const a = (b: string) => import(b);', /only running it shows/],
  ['a barrel', 'lib/db/index.ts', 'export const a = 1;', /barrel/],
  ['a folder named utils', 'lib/utils/a.ts', 'export const a = 1;', /unsorted/],
  ['a folder named types inside a service', 'services/reads/types/a.ts', 'export const a = 1;', /unsorted/],
  ['a camelCase file', 'lib/db/openDatabase.ts', 'export const a = 1;', /snake_case/],
  ['a kebab-case folder', 'lib/my-db/a.ts', 'export const a = 1;', /snake_case/],
  ['an import without its ending', 'lib/db/a.ts', "import { b } from './b';", /end in \.ts/],
  ['a default export', 'lib/db/a.ts', 'export default function a() {}', /named exports/],
  ['a file of 301 lines', 'lib/db/a.ts', 'export const a = 1;\n'.repeat(301), /301 lines/],
  ['a file in no room', 'stray/a.ts', 'export const a = 1;', /no room/],
];

describe('the checker', () => {
  it.each(sound)('accepts %s', (path, text) => {
    expect(violations([{ path, text }])).toEqual([]);
  });

  it.each(planted)('refuses %s', (_wrong, path, text, fault) => {
    expect(violations([{ path, text }])).toEqual([expect.stringMatching(fault)]);
  });

  it('refuses what rules import where that is no rule', () => {
    const run = "import { b } from './b.ts';\nexport type RunStore = {};";
    const b = "import { c } from '../../../connectors/engine/c.ts';\nexport const b = c;";
    const files = [
      { path: 'services/reads/runs/run.ts', text: run },
      { path: 'services/reads/runs/b.ts', text: b },
    ];
    expect(violations(files)).toEqual([expect.stringMatching(/b\.ts: rules import no connectors.*runs\/run\.ts/)]);
    expect(violations(files.slice(1))).toEqual([]);
  });

  it('refuses a store that calls a use case', () => {
    const files = [
      { path: 'services/reads/runs/run_store.ts', text: "import { fetch } from '../pages/fetch.ts';" },
      { path: 'services/reads/pages/fetch.ts', text: "import { read } from '../../../connectors/engine/read.ts';" },
    ];
    expect(violations(files)).toEqual([
      expect.stringMatching(/pages\/fetch\.ts: rules import no connectors.*run_store\.ts/),
    ]);
  });

  it('accepts any names and sizes in generated code', () => {
    const text = 'export const a = 1;\n'.repeat(900);
    expect(violations([{ path: 'protos/gen/causeway/reads/v1/Reads.ts', text }])).toEqual([]);
  });
});
