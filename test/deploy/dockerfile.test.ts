import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { sourceFiles } from '../architecture/source_files.ts';
import { instructions } from './dockerfile.ts';
import { settingsRead } from './settings_read.ts';
import { sourceOf } from './source_of.ts';

const DOCKERFILE = readFileSync('deploy/Dockerfile', 'utf8');
const steps = instructions(DOCKERFILE);

/**
 * The image itself is not built here: no builder and no registry is at hand where these tests run. What can be checked
 * without one is that each path and command it names exists, and that what is read at run time gets in.
 */
describe('the Dockerfile', () => {
  it('copies only what the repository, or an earlier stage, holds', () => {
    const copied = steps.filter(({ word }) => word === 'COPY');
    expect(copied.length).toBeGreaterThan(5);
    for (const { from, sources } of copied) {
      for (const source of sources) {
        expect({ source, exists: from ? isBuilt(source) : existsSync(source) }).toEqual({ source, exists: true });
      }
    }
  });

  it('copies from stages that it has', () => {
    const stages = steps.filter(({ word }) => word === 'FROM').map(({ rest }) => / AS (\S+)/.exec(rest)?.[1]);
    for (const { from } of steps) if (from) expect(stages).toContain(from);
  });

  it('takes along what the code reads at run time', () => {
    const last = steps.slice(steps.findLastIndex(({ word }) => word === 'FROM'));
    const copied = last.filter(({ word }) => word === 'COPY').flatMap(({ sources }) => sources);
    const read = assetsRead().filter((path) => !path.startsWith('dist/'));
    expect(read).toContain('gateway/openapi.yaml');
    const missing = read.filter((path) => !copied.some((source) => path === source || path.startsWith(`${source}/`)));
    expect(missing).toEqual([]);
  });

  it('runs only scripts that exist', () => {
    const commands = [...DOCKERFILE.matchAll(/\bnode"?,? "?([\w./]+\.m?js)/g)].map(([, path]) => path!);
    expect(commands).toContain('dist/embedded/main.js');
    for (const path of commands) expect({ path, exists: existsSync(sourceOf(path)) }).toEqual({ path, exists: true });
  });

  it('does not run as root', () => {
    expect(steps.findLast(({ word }) => word === 'USER')?.rest).toBe('node');
  });
});

describe('compose.yaml', () => {
  const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, Service>;
  };
  type Service = {
    image: string;
    command: string[];
    depends_on?: Record<string, unknown>;
    volumes?: string[];
    environment?: Record<string, string>;
  };

  it('starts the five processes by commands that exist', () => {
    const ours = Object.entries(services).filter(([, { image }]) => image === 'causeway');
    expect(ours.map(([name]) => name).sort()).toEqual([
      'gateway',
      'identity',
      'installation',
      'migrate',
      'notifications',
      'reads',
    ]);
    for (const [, { command }] of ours) {
      expect({ command, exists: existsSync(sourceOf(command[1]!)) }).toEqual({ command, exists: true });
    }
  });

  it('gives each process only settings that it reads', () => {
    for (const [name, { image, environment }] of Object.entries(services)) {
      if (image !== 'causeway' || name === 'migrate') continue;
      expect(settingsRead(name)).toEqual(expect.arrayContaining(Object.keys(environment ?? {})));
    }
  });

  it('waits only for services it has, and mounts only files that are there', () => {
    for (const { depends_on = {}, volumes = [] } of Object.values(services)) {
      for (const name of Object.keys(depends_on)) expect(Object.keys(services)).toContain(name);
      for (const [path] of volumes.map((volume) => volume.split(':'))) {
        if (path!.startsWith('.')) expect(existsSync(`deploy/${path}`)).toBe(true);
      }
    }
  });
});

/** The fixed part of every path that the five processes ask `assetPath` for. */
function assetsRead(): string[] {
  const rooms = ['lib/', 'gateway/', 'services/', 'connectors/', 'embedded/'];
  const files = sourceFiles('.').filter(
    ({ path }) => rooms.some((room) => path.startsWith(room)) && !path.endsWith('.test.ts'),
  );
  return files.flatMap(({ text }) => [...text.matchAll(/\bassetPath\([`']([^`'$]+)/g)].map(([, path]) => path!));
}

/** What `npm ci` and the build leave behind in their stages. */
function isBuilt(path: string): boolean {
  return ['/app/node_modules', '/app/dist'].includes(path);
}
