import { join } from 'node:path';
import process from 'node:process';
import type { Ready } from '../../embedded/ready.ts';
import { freePort } from '../../scripts/servers/free_port.ts';
import { type MemberProcess, startMember } from '../../scripts/services/member_process.ts';
import { startServiceGroup } from '../../scripts/services/service_group.ts';
import { makeDue } from '../support/make_due.ts';
import { readReadyFile } from '../support/ready_file.ts';
import type { SeededRandom } from '../support/seeded_random.ts';
import { copyFreshMariadb } from '../support/shared_server.ts';

export type Form = 'embedded' | 'services';

/** A platform of one form that a story can crash. */
export type StoryPlatform = {
  ready: Ready;
  /** Makes the schedule of an installation due. */
  makeDue(installationId: string): Promise<void>;
  /**
   * Kills a process, any one, with SIGKILL, and starts it again. Returns its name. While one is being started, nothing
   * else is killed: the callers wait for that one.
   */
  crash(random: SeededRandom): Promise<string>;
  stop(): Promise<void>;
};

export function startStoryPlatform(form: Form, dir: string, environment: NodeJS.ProcessEnv): Promise<StoryPlatform> {
  const settings = { ...process.env, CAUSEWAY_GATEWAY_RATE_LIMITS: '0', ...environment };
  return form === 'embedded' ? startEmbedded(dir, settings) : startServices(dir, settings);
}

async function startEmbedded(dir: string, settings: NodeJS.ProcessEnv): Promise<StoryPlatform> {
  const port = await freePort();
  const readyJson = join(dir, 'ready.json');
  const environment = {
    ...settings,
    CAUSEWAY_FORM: 'embedded',
    CAUSEWAY_DATA_DIR: join(dir, 'data'),
    CAUSEWAY_READY_JSON: readyJson,
    PORT: String(port),
  };
  const child = startMember(
    { name: 'embedded', script: 'dist/embedded/main.js', port, environment },
    join(dir, 'embedded.log'),
  );
  await child.ready();
  return {
    ready: await readReadyFile(readyJson),
    makeDue: makingDue(`sqlite:${join(dir, 'data', 'reads.db')}`),
    crash: oneAtATime(() => killed(child)),
    stop: () => child.stop(),
  };
}

async function startServices(dir: string, environment: NodeJS.ProcessEnv): Promise<StoryPlatform> {
  const dataDir = join(dir, 'group');
  await copyFreshMariadb(join(dataDir, 'mariadb'));
  const group = await startServiceGroup({ dataDir, port: 0, revive: false, environment });
  return {
    ready: group.ready,
    makeDue: makingDue(group.mariadb.url('causeway_reads')),
    crash: oneAtATime((random) => killed(random.pick(group.processes))),
    stop: () => group.stop(),
  };
}

/** One after the other: a wait for the lock of SQLite stands still, and with it the connection that holds the lock. */
function makingDue(url: string): StoryPlatform['makeDue'] {
  let last: Promise<unknown> = Promise.resolve();
  return async (installationId) => {
    last = last.then(() => makeDue({ databaseUrl: () => url }, installationId));
    await last;
  };
}

async function killed(victim: MemberProcess): Promise<string> {
  await victim.kill('SIGKILL');
  await victim.restart();
  return victim.name;
}

function oneAtATime(crash: StoryPlatform['crash']): StoryPlatform['crash'] {
  let running: Promise<string> | undefined;
  return (random) => {
    running ??= crash(random).finally(() => (running = undefined));
    return running;
  };
}
