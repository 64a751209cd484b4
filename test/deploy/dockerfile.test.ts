import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { busProcesses } from '../../lib/events/nats_rights.ts';
import { PROCESSES } from '../../lib/trust/arrows.ts';
import { settingsOfEveryProcess } from '../../scripts/docs/configuration_page.ts';
import { sourceFiles } from '../architecture/source_files.ts';
import { baseObjects, containersOf } from './deploy_files.ts';
import { instructions } from './dockerfile.ts';
import { settingsRead } from './settings_read.ts';
import { sourceOf } from './source_of.ts';

const DOCKERFILE = readFileSync('deploy/Dockerfile', 'utf8');
const steps = instructions(DOCKERFILE);

/**
 * The image is not built here, because these tests have no builder and no registry. They check that each path and
 * command in the Dockerfile exists, and that the files read at run time are copied.
 */
describe('the Dockerfile', () => {
  it('copies only files of the repository or of an earlier stage', () => {
    const copied = steps.filter(({ word }) => word === 'COPY');
    expect(copied.length).toBeGreaterThan(5);
    for (const { from, sources } of copied) {
      for (const source of sources) {
        expect({ source, exists: from ? isBuilt(source) : existsSync(source) }).toEqual({ source, exists: true });
      }
    }
  });

  it('copies from existing stages', () => {
    const stages = steps.filter(({ word }) => word === 'FROM').map(({ rest }) => / AS (\S+)/.exec(rest)?.[1]);
    for (const { from } of steps) if (from) expect(stages).toContain(from);
  });

  it('includes the files that the code reads at run time', () => {
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

  it('runs on the Node version of `npm run test:lts`, which package.json names', () => {
    const { optionalDependencies } = JSON.parse(readFileSync('test/runtimes/package.json', 'utf8'));
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
    const majors = new Set(Object.values<string>(optionalDependencies).map((version) => version.split('.')[0]));
    const bases = steps.filter(({ word }) => word === 'FROM').map(({ rest }) => /^node:(\d+)-/.exec(rest)?.[1]);
    expect(new Set(bases)).toEqual(majors);
    expect(engines.node).toContain(`^${[...majors][0]}.`);
  });

  it('has Deno only when it is asked for, in the version of test/tools', () => {
    const { dependencies } = JSON.parse(readFileSync('test/tools/package.json', 'utf8'));
    const args = steps.filter(({ word }) => word === 'ARG').map(({ rest }) => rest);
    expect(args).toEqual(['WITH_DENO=0', `DENO_VERSION=${dependencies.deno}`]);
  });

  it('does not run as root', () => {
    expect(steps.findLast(({ word }) => word === 'USER')?.rest).toBe('node');
  });
});

describe('the addresses that the processes listen on', () => {
  const hosts = settingsOfEveryProcess().filter(({ name }) => /^CAUSEWAY_[A-Z]+_HOST$/.test(name));
  const names = PROCESSES.map((name) => `CAUSEWAY_${name.toUpperCase()}_HOST`);

  it('S7: are loopback, unless a setting says otherwise', () => {
    expect(Object.fromEntries(hosts.map(({ name, fallback }) => [name, fallback]))).toEqual(
      Object.fromEntries([...names, 'CAUSEWAY_METRICS_HOST'].map((name) => [name, '127.0.0.1'])),
    );
  });

  it('S7: are all of a container’s in the image and in Kubernetes, which say so', () => {
    const environment = steps.filter(({ word }) => word === 'ENV').map(({ rest }) => rest);
    const told = new Set(environment.join(' ').split(/\s+/));
    expect(names.filter((name) => !told.has(`${name}=0.0.0.0`))).toEqual([]);
    const pods = baseObjects()
      .flatMap(containersOf)
      .flatMap(({ env = [] }) => env);
    expect(names.filter((name) => pods.find((one) => one.name === name)?.value !== '0.0.0.0')).toEqual([]);
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
    ports?: string[];
    environment?: Record<string, string>;
  };

  it('starts the processes by commands that exist', () => {
    const ours = Object.entries(services).filter(([, { image }]) => image === 'causeway');
    expect(ours.map(([name]) => name).sort()).toEqual([
      'gateway',
      'identity',
      'installation',
      'migrate',
      'notifications',
      'reads',
      'writes',
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

  it('S7: publishes ports on loopback only, and none of the database and the bus', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    expect(published).toEqual([['gateway', expect.stringMatching(/^127\.0\.0\.1:/)]]);
  });

  it('S4: gives each process its own key, and a user of its own on NATS', () => {
    for (const name of PROCESSES) {
      const { CAUSEWAY_PROCESS_KEY: key, CAUSEWAY_NATS_URL: url } = services[name]?.environment ?? {};
      expect(key).toBe(`\${CAUSEWAY_${name.toUpperCase()}_PROCESS_KEY:?}`);
      const user = `nats://${name}:\${CAUSEWAY_NATS_${name.toUpperCase()}_PASSWORD}@nats:4222`;
      expect(url).toBe(busProcesses.includes(name) ? user : undefined);
    }
    expect(Object.keys(services['nats']?.environment ?? {})).toEqual(
      busProcesses.map((name) => `CAUSEWAY_NATS_${name.toUpperCase()}_PASSWORD`),
    );
  });

  it('waits only for existing services, and mounts only existing files', () => {
    for (const { depends_on = {}, volumes = [] } of Object.values(services)) {
      for (const name of Object.keys(depends_on)) expect(Object.keys(services)).toContain(name);
      for (const [path] of volumes.map((volume) => volume.split(':'))) {
        if (path!.startsWith('.')) expect(existsSync(`deploy/${path}`)).toBe(true);
      }
    }
  });
});

/** The fixed part of every path that the processes pass to `assetPath`. */
function assetsRead(): string[] {
  const rooms = ['lib/', 'gateway/', 'services/', 'connectors/', 'embedded/'];
  const files = sourceFiles('.').filter(
    ({ path }) => rooms.some((room) => path.startsWith(room)) && !path.endsWith('.test.ts'),
  );
  return files.flatMap(({ text }) => [...text.matchAll(/\bassetPath\([`']([^`'$]+)/g)].map(([, path]) => path!));
}

/** Whether `npm ci`, the build or the install of Deno creates the path in its stage. */
function isBuilt(path: string): boolean {
  return ['/app/node_modules', '/app/dist', '/deno'].includes(path);
}
