import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { mapFaults } from './map.ts';
import { sourceFiles } from './source_files.ts';

const page = readFileSync('docs/architecture.md', 'utf8');
const [, map = ''] = /\n## Where it is\n(.*?)\n## /s.exec(page) ?? [];

describe('the map in docs/architecture.md', () => {
  it('names every room of the tree with one line, and no other', () => {
    expect(mapFaults(map, sourceFiles('.', ['.ts', '.tsx', '.mjs']), existsSync)).toEqual([]);
  });
});

describe('a map', () => {
  const files = [
    'lib/db/open.ts',
    'lib/db/engines/client.ts',
    'services/reads/service.ts',
    'services/reads/rpc/reads.ts',
    'services/reads/runs/run.ts',
    'services/reads/migrations/0001_runs.ts',
  ].map((path) => ({ path, text: '' }));
  const whole = ['`lib/db/`', '`services/reads/`', '`services/*/rpc/`', '`services/reads/runs/`'];
  const faultsOf = (rooms: string[]) =>
    mapFaults(rooms.map((room) => `| ${room} | what is there |\n`).join(''), files, (folder) =>
      files.some(({ path }) => path.startsWith(folder)),
    );

  it('is true when it names every room once', () => {
    expect(faultsOf(whole)).toEqual([]);
  });

  it('must have a line for every room of two levels, and for every feature of a service', () => {
    expect(faultsOf(whole.slice(1))).toEqual(['lib/db/ is not in the map']);
    expect(faultsOf(whole.slice(0, 3))).toEqual(['services/reads/runs/ is not in the map']);
  });

  it('must not name a room that does not exist', () => {
    expect(faultsOf([...whole, '`lib/loop/`'])).toEqual(['lib/loop/ is in the map, and does not exist']);
    expect(faultsOf([...whole, '`services/*/jobs/`'])).toEqual(['services/*/jobs/ is in the map, and does not exist']);
  });

  it('must not name a room twice', () => {
    expect(faultsOf([...whole, '`lib/db/`'])).toEqual(['lib/db/ is in the map twice']);
  });
});
