import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { SERVICES } from '../../lib/trust/arrows.ts';
import { mapFaults } from './map.ts';
import { sourceFiles } from './source_files.ts';

const MAX_LINES = 250;

const architecture = readFileSync('docs/architecture.md', 'utf8');
const readmes = Object.fromEntries(
  SERVICES.map((service) => [service, readFileSync(`services/${service}/README.md`, 'utf8')]),
);

describe('docs/architecture.md', () => {
  it('names every room of the tree once, as the README of each service names its features, and no other', () => {
    expect(mapFaults({ architecture, readmes }, sourceFiles('.', ['.ts', '.tsx', '.mjs']), existsSync)).toEqual([]);
  });

  it(`has at most ${MAX_LINES} lines: what one service, decision or recipe says is linked`, () => {
    expect(linesOf(architecture)).toBeLessThanOrEqual(MAX_LINES);
  });
});

describe('the lines of a page', () => {
  it('are counted as `wc -l` counts them', () => {
    expect(linesOf('line\n'.repeat(MAX_LINES + 1))).toBe(MAX_LINES + 1);
    expect([linesOf('one'), linesOf('one\ntwo\n')]).toEqual([1, 2]);
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
  const rooms = ['`lib/db/`', '`services/reads/`', '`services/*/rpc/`'];
  const exists = (folder: string) => files.some(({ path }) => path.startsWith(folder));
  const rowsOf = (cells: string[]) => cells.map((cell) => `| ${cell} | what is there |\n`).join('');
  const pageOf = (cells: string[]) => `# Page\n\n## Where it is\n\n${rowsOf(cells)}\n## Next\n\n| \`lib/next/\` | |\n`;
  const readmeOf = (cells: string[]) => `# reads\n\n| Feature | Content |\n|---|---|\n${rowsOf(cells)}`;
  const faultsOf = (cells: string[], features = ['`runs/`']) =>
    mapFaults({ architecture: pageOf(cells), readmes: { reads: readmeOf(features) } }, files, exists);

  it('is true when it names every room once', () => {
    expect(faultsOf(rooms)).toEqual([]);
    expect(faultsOf(['`lib/db/`, `services/reads/`', '`services/*/rpc/`'])).toEqual([]);
  });

  it('must have every room of two levels, and the README of a service every feature', () => {
    expect(faultsOf(rooms.slice(1))).toEqual(['lib/db/ is not in docs/architecture.md']);
    expect(faultsOf(rooms, [])).toEqual(['services/reads/runs/ is not in services/reads/README.md']);
  });

  it('is read from the first cells of its section, and of the table of features', () => {
    const page = `${pageOf(rooms.slice(1))}${rowsOf(['`lib/db/`'])}`;
    const readme = `${rowsOf(['`runs/`'])}\n${readmeOf(['what `runs/` has'])}\n${rowsOf(['`runs/`'])}`;
    expect(mapFaults({ architecture: page, readmes: { reads: readme } }, files, exists)).toEqual([
      'lib/db/ is not in docs/architecture.md',
      'services/reads/runs/ is not in services/reads/README.md',
    ]);
  });

  it('must not name a room or a feature that does not exist', () => {
    expect(faultsOf([...rooms, '`lib/loop/`'])).toEqual(['lib/loop/ is in docs/architecture.md, and does not exist']);
    expect(faultsOf([...rooms, '`services/*/jobs/`'])).toEqual([
      'services/*/jobs/ is in docs/architecture.md, and does not exist',
    ]);
    expect(faultsOf(rooms, ['`runs/`', '`replays/`'])).toEqual([
      'services/reads/replays/ is in services/reads/README.md, and does not exist',
    ]);
  });

  it('must not name a room or a feature twice', () => {
    expect(faultsOf([...rooms, '`lib/db/`'])).toEqual(['lib/db/ is in docs/architecture.md, and is named before']);
    expect(faultsOf(rooms, ['`runs/`', '`runs/`'])).toEqual([
      'services/reads/runs/ is in services/reads/README.md, and is named before',
    ]);
    expect(faultsOf(rooms, ['`runs/`', '`rpc/`'])).toEqual([
      'services/reads/rpc/ is in services/reads/README.md, and is named before',
    ]);
  });

  it('must not name a feature in the architecture', () => {
    expect(faultsOf([...rooms, '`services/reads/runs/`'], [])).toEqual([
      'services/reads/runs/ is in docs/architecture.md, and belongs in services/reads/README.md',
    ]);
  });
});

function linesOf(page: string): number {
  return page.trimEnd().split('\n').length;
}
