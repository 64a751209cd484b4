import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ready, readyOf } from '../../embedded/ready.ts';
import { newSignInLink } from '../../embedded/sign_in_link.ts';
import { sandboxDefault } from '../../lib/config/sandbox_setting.ts';
import { busProcesses, natsAuthorization } from '../../lib/events/nats_rights.ts';
import { localOutbound } from '../../lib/http/local_targets.ts';
import { newId } from '../../lib/ids/ids.ts';
import { systemCall } from '../../lib/rpc/call.ts';
import { rpcClient } from '../../lib/rpc/client.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { type ProcessName, SERVICES } from '../../lib/trust/arrows.ts';
import type { ProcessTrust } from '../../lib/trust/trust.ts';
import { defaultOrigins } from '../../lib/url/origin.ts';
import { freePort, isFreePort } from '../servers/free_port.ts';
import { type Mariadb, startMariadb } from '../servers/mariadb.ts';
import { type NatsServer, startNats } from '../servers/nats_server.ts';
import { createDatabases } from './databases.ts';
import { type GroupDir, gatewayTrust, openGroupDir } from './group_dir.ts';
import { keepServer } from './keep_server.ts';
import { type MemberProcess, startMember } from './member_process.ts';
import { addressIn, planMembers, type Replicas } from './members.ts';
import { announceGroup } from './running_group.ts';

/** The services form on one machine: MariaDB, NATS and the processes are children of this process. */
export type ServiceGroup = {
  origin: string;
  ready: Ready;
  /** Makes a link that signs the first builder in to the console. */
  signInLink(): Promise<string>;
  /**
   * Their names are `identity`, `installation`, `reads`, `notifications`, `gateway`; replicas are `reads-1`, `reads-2`.
   */
  processes: MemberProcess[];
  mariadb: Mariadb;
  nats: NatsServer;
  /** Throws Error when there is no such process. */
  process(name: string): MemberProcess;
  /** Stops the process if it runs, and starts it; resolves when it answers. */
  restart(name: string): Promise<void>;
  logFile(name: string): string;
  /** Stops the gateway first, then the services, then the servers, all gracefully. */
  stop(): Promise<void>;
};

export type ServiceGroupOptions = {
  dataDir: string;
  /** The port of the public interface; 0 for any free port. */
  port: number;
  /** The origin of links; http://localhost:<port> by default. */
  publicUrl?: string;
  /** The number of replicas of each service. Replicas share the work. */
  replicas?: Replicas;
  /** Environment variables in addition to the addresses and secrets of the group. */
  environment: NodeJS.ProcessEnv;
  /** All processes exit when this process exits; the current process by default. */
  owner?: number;
  /** Whether a process that exits by itself is restarted. */
  revive: boolean;
  say?(line: string): void;
};

type Stoppable = { stop(): Promise<void> };

export async function startServiceGroup(options: ServiceGroupOptions): Promise<ServiceGroup> {
  const started: Stoppable[] = [];
  const stop = async () => {
    for (const one of started.splice(0).toReversed()) await one.stop();
  };
  return startAll(options, started, stop).catch(async (err: unknown) => {
    await stop();
    throw err;
  });
}

async function startAll(
  options: ServiceGroupOptions,
  started: Stoppable[],
  stop: () => Promise<void>,
): Promise<ServiceGroup> {
  const { revive, owner, replicas = {}, say = () => {} } = options;
  const dir = openGroupDir(options.dataDir);
  const port = await portOf(options);
  const origin = options.publicUrl || `http://localhost:${port}`;
  const passwords = newPasswords();
  const [mariadb, nats] = await startServers(dir, started, {
    owner,
    authorization: authorizationOf(options, passwords),
  });
  const databaseUrls = await createDatabases(mariadb, dir, SERVICES);
  const host = options.environment['CAUSEWAY_GATEWAY_HOST'] || '127.0.0.1';
  const environment = {
    ...localOutbound({ host, publicUrl: origin }),
    CAUSEWAY_SANDBOX: sandboxDefault(origin),
    ...options.environment,
    ...groupSettings(dir, origin),
    CAUSEWAY_GATEWAY_HOST: host,
  };
  const environmentOf = (process: ProcessName) => ({
    CAUSEWAY_PROCESS_KEY: dir.processKeys.privateKeys[process],
    CAUSEWAY_NATS_URL: withUser(nats.url, process, passwords.get(process) ?? ''),
  });
  const members = await planMembers({ port, replicas, databaseUrls, environment, environmentOf });
  const processes = members.map((member) => startMember(member, dir.logFile(member.name), owner));
  started.push(...processes);
  await Promise.all(processes.map((one) => one.ready()));
  await until(() => isReady(port), processes);
  const trust = gatewayTrust(dir);
  const address = addressIn(members, 'identity');
  const identity = await bootstrap(address, trust, origin);
  started.push(announceGroup({ folder: dir.path, identityAddress: address, origin }));
  if (revive) {
    for (const one of processes) one.keepAlive(say);
    started.push(keepServer('MariaDB', mariadb, say), keepServer('NATS', nats, say));
  }
  return {
    origin,
    processes,
    mariadb,
    nats,
    stop,
    ready: readyOf(origin, identity),
    signInLink: () => newSignInLink({ address, trust, origin }),
    process: (name) => found(processes, name),
    restart: (name) => found(processes, name).restart(),
    logFile: dir.logFile,
  };
}

async function portOf({ port }: ServiceGroupOptions): Promise<number> {
  if (port && !(await isFreePort(port)))
    throw new Error(`Port ${port} is in use: set PORT to another port, or to 0 for any free one.`);
  return port || freePort();
}

/** Starts both servers at the same time, because the first start of MariaDB is slow. */
async function startServers(
  dir: GroupDir,
  started: Stoppable[],
  { owner = process.pid, authorization }: { owner: number | undefined; authorization: string },
): Promise<[Mariadb, NatsServer]> {
  const keep = <T extends Stoppable>(server: T): T => {
    started.push(server);
    return server;
  };
  return Promise.all([
    startMariadb({ dir: dir.mariadb, owner }).then(keep),
    startNats({ dir: dir.nats, owner, authorization }).then(keep),
  ]);
}

function groupSettings({ internalToken, keyring, processKeys }: GroupDir, origin: string): NodeJS.ProcessEnv {
  return {
    CAUSEWAY_FORM: 'services',
    CAUSEWAY_PUBLIC_URL: origin,
    CAUSEWAY_PROCESS_PUBLIC_KEYS: processKeys.publicKeys,
    CAUSEWAY_INTERNAL_TOKEN: internalToken,
    CAUSEWAY_KEYRING: keyring,
  };
}

type Passwords = ReadonlyMap<ProcessName, string>;

/** New passwords for each start. Only the server's configuration and the processes know them. */
function newPasswords(): Passwords {
  return new Map(busProcesses.map((process) => [process, randomBytes(24).toString('base64url')]));
}

function authorizationOf({ environment }: ServiceGroupOptions, passwords: Passwords): string {
  const prefix = environment['CAUSEWAY_NATS_PREFIX'] || undefined;
  return natsAuthorization((process) => JSON.stringify(passwords.get(process)), prefix);
}

function withUser(address: string, user: string, password: string): string {
  if (!password) return address;
  const url = new URL(address);
  return `${url.protocol}//${user}:${password}@${url.host}`;
}

/** Creates the first project, with a call as the gateway makes it. */
async function bootstrap(address: string, trust: ProcessTrust, origin: string) {
  const client = rpcClient('identity', { address, trust });
  const call = systemCall('start', { newId, clock: systemClock });
  const names = { orgLabel: 'Demo', projectName: 'demo', allowedOrigins: defaultOrigins(origin) };
  return client.ensureBootstrap(call, names).finally(() => client.close());
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    async (answer) => answer.ok && areServing((await answer.json()) as Readiness),
    () => false,
  );
}

type Readiness = { dependencies?: Record<string, string> };

/** Whether every service is connected. The gateway is ready without them, but a first request must not fail. */
function areServing({ dependencies = {} }: Readiness): boolean {
  return Object.values(dependencies).every((state) => state === 'serving');
}

/** Waits without a time limit, because a busy machine is slow. Throws Error when one of the processes exits first. */
async function until(holds: () => Promise<boolean>, processes: MemberProcess[]): Promise<void> {
  while (!(await holds())) {
    for (const { ready } of processes) await ready();
    await sleep(50);
  }
}

function found<T extends { name: string }>(list: T[], name: string): T {
  const one = list.find((candidate) => candidate.name === name);
  if (!one) throw new Error(`The group has no process ${name}.`);
  return one;
}
