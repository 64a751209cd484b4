import process from 'node:process';
import { describe, expect, it } from '@jest/globals';
import type { SourceFile } from './check.ts';
import { circlesOfFolders, crowdedFolders, mutualFolders } from './folders.ts';
import { sourceFiles } from './source_files.ts';

const files = sourceFiles(process.cwd(), ['.ts', '.tsx', '.mjs']);

describe('the folders', () => {
  it('have no more files than a reader can look through', () => {
    expect(crowdedFolders(files)).toEqual([]);
  });

  it('do not import each other', () => {
    expect(mutualFolders(files)).toEqual([]);
  });

  it('do not import each other in a circle', () => {
    expect(circlesOfFolders(files)).toEqual([]);
  });
});

function tree(texts: Record<string, string>): SourceFile[] {
  return Object.entries(texts).map(([path, text]) => ({ path, text }));
}

function many(folder: string, count: number, ending = '.ts'): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`${folder}/file_${i}${ending}`, '']));
}

describe('the count of a folder', () => {
  it('refuses a folder of 26 files, and names it', () => {
    expect(crowdedFolders(tree(many('lib/db', 26)))).toEqual([expect.stringMatching(/^lib\/db has 26 files; the max/)]);
  });

  it('accepts 25 files, and files in folders below', () => {
    expect(crowdedFolders(tree({ ...many('lib/db', 25), ...many('lib/db/sqlite', 25) }))).toEqual([]);
  });

  it('counts JavaScript as well', () => {
    expect(crowdedFolders(tree({ ...many('scripts', 20), ...many('scripts', 6, '.mjs') }))).toHaveLength(1);
  });

  it.each([
    ['unit tests', many('lib/db', 40, '.test.ts')],
    ['migrations', many('services/reads/migrations', 40)],
    ['generated code', many('protos/gen/causeway/reads/v1', 40)],
    ['suites', many('test/e2e', 40)],
  ])('leaves out %s', (_what, texts) => {
    expect(crowdedFolders(tree(texts))).toEqual([]);
  });
});

describe('folders that import each other', () => {
  it('are refused, and the imports of the rarer direction are named', () => {
    const texts = {
      'lib/db/open.ts': "import { log } from '../log/log.ts';\nimport { sink } from '../log/sink.ts';",
      'lib/log/log.ts': "import { now } from '../db/now.ts';",
    };
    expect(mutualFolders(tree(texts))).toEqual([
      'lib/db and lib/log import each other. Remove lib/log/log.ts → lib/db/now.ts',
    ]);
  });

  it.each([
    ['a type', "import type { Now } from '../db/now.ts';"],
    ['a type in an expression', "export type Now = import('../db/now.ts').Now;"],
    ['an export', "export { now } from '../db/now.ts';"],
    ['an import while running', "export const now = () => import('../db/now.ts');"],
  ])('are found by %s', (_what, text) => {
    const texts = { 'lib/db/open.ts': "import { log } from '../log/log.ts';", 'lib/log/log.ts': text };
    expect(mutualFolders(tree(texts))).toHaveLength(1);
  });

  it('are found at the level where the paths part, not only beside the files', () => {
    const texts = {
      'services/reads/runs/run.ts': "import { a } from '../pages/a.ts';",
      'services/reads/pages/fetch.ts': "import { b } from '../runs/b.ts';",
    };
    expect(mutualFolders(tree(texts))).toEqual([expect.stringMatching(/^services\/reads\/pages and .*\/runs import/)]);
  });

  it('are not a folder and one below it, nor imports in one direction, nor those of tests', () => {
    const texts = {
      'lib/events/bus.ts': "import { pull } from './direct/pull.ts';\nimport { log } from '../log/log.ts';",
      'lib/events/direct/pull.ts': "import { bus } from '../bus.ts';",
      'lib/log/log.test.ts': "import { bus } from '../events/bus.ts';",
    };
    expect(mutualFolders(tree(texts))).toEqual([]);
  });
});

describe('a circle of folders', () => {
  const chain = {
    'lib/db/open.ts': "import { log } from '../log/log.ts';",
    'lib/log/log.ts': "import type { Now } from '../time/now.ts';",
  };

  it('is refused, and its folders are named', () => {
    const texts = { ...chain, 'lib/time/now.ts': "import { dbNow } from '../db/now.ts';" };
    expect(circlesOfFolders(tree(texts))).toEqual(['lib/db, lib/log, lib/time import each other in a circle']);
  });

  it('is not a chain that ends', () => {
    expect(circlesOfFolders(tree(chain))).toEqual([]);
  });
});
