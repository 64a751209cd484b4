import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SERVICES } from '../../lib/trust/arrows.ts';
import { sourceFiles } from './source_files.ts';

const COMMENT = /^\s*(\/\/|\*|\/\*)/;
const PATH = /(?<![\w./-])(?:[a-z0-9_]+\/)+[a-z0-9_]+\.(?:test\.)?ts\b/g;

/** Code outside of the services may name a file that they have. */
const ROOTS = ['.', ...SERVICES.map((service) => `services/${service}`)];

/** Paths in the comments of a file that lead nowhere: neither from the root nor from a folder of the file. */
function deadPaths(path: string, text: string, exists: (path: string) => boolean): string[] {
  const comments = text.split('\n').filter((line) => COMMENT.test(line));
  return comments
    .flatMap((line) => line.match(PATH) ?? [])
    .filter((named) => !foldersOf(path).some((folder) => exists(posix.join(folder, named))));
}

function foldersOf(path: string): string[] {
  const names = posix.dirname(path).split('/');
  return [...ROOTS, ...names.map((_name, at) => names.slice(0, at + 1).join('/'))];
}

describe('a path in a comment', () => {
  it('leads to a file', () => {
    const sources = sourceFiles('.').filter(({ path }) => !path.startsWith('test/architecture/'));
    const dead = sources.flatMap(({ path, text }) =>
      deadPaths(path, text, existsSync).map((named) => `${path}: ${named}`),
    );
    expect(dead).toEqual([]);
  });

  it('begins at the root, at a service, or at a folder above the file', () => {
    const exists = (path: string) => path === 'services/reads/runs/run.ts';
    const named = (comment: string) => deadPaths('services/reads/jobs/worker.ts', `/** See ${comment}. */`, exists);
    expect([named('services/reads/runs/run.ts'), named('runs/run.ts')]).toEqual([[], []]);
    expect(named('run/run.ts')).toEqual(['run/run.ts']);
  });
});
