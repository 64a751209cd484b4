import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceGroup } from '../../scripts/services/service_group.ts';
import type { Backfill } from './backfill.ts';
import { type CrashLab, LEASE } from './crash_lab.ts';

/** The faults that can hit a group while it reads. Each resolves when everything runs again. */
export type Stage = { lab: CrashLab; group: ServiceGroup; backfill: Backfill };

/**
 * The provider's delay: short normally, and long while something is down, because otherwise the read would end too
 * early.
 */
export const BRISK = 80;
const SLOW = 2_000;
/** The delay of a page while we look for the reader: several pages fit into the remaining time of a lease. */
const EVEN = 250;
/** Freezes in search of the reader, outside of its transactions. A wrong one costs the read about five pages. */
const MAX_TRIES = 5;
/** A lease is refreshed when a third of it has passed, so a frozen reader keeps its operation for so long. Ms. */
const SHORTEST_LEFT = (LEASE * 2) / 3;

export async function killProcess({ lab, group }: Stage, name: string): Promise<void> {
  await group.process(name).kill('SIGKILL');
  await lab.slowDown(SLOW);
  await group.restart(name);
  await lab.slowDown(BRISK);
}

/** Restarts like a roll-out: the process drains first. */
export async function restartProcess({ lab, group }: Stage, name: string): Promise<void> {
  await lab.slowDown(SLOW);
  await group.restart(name);
  await lab.slowDown(BRISK);
}

/** The server loses its whole store while pages are being committed; events published meanwhile are lost with it. */
export async function wipeNats({ group, backfill }: Stage): Promise<void> {
  const before = (await backfill.progress())?.pages ?? 0;
  await group.nats.kill('SIGKILL');
  await backfill.committed(before + 4);
  await group.nats.restart({ wipe: true });
}

export async function killMariadb({ group }: Stage): Promise<void> {
  await group.mariadb.kill('SIGKILL');
  await sleep(300);
  await group.mariadb.restart();
}

/** Like a power failure: kills everything at once, including the servers. */
export async function killEverything({ lab, group }: Stage): Promise<void> {
  await lab.slowDown(SLOW);
  await Promise.all([group.mariadb, group.nats, ...group.processes].map((one) => one.kill('SIGKILL')));
  await Promise.all([group.mariadb.restart(), group.nats.restart()]);
  await Promise.all(group.processes.map((one) => one.restart()));
  await lab.slowDown(BRISK);
}

/** Freezes a process with all its connections open, and resumes it later. */
export async function freezeFor(ms: number, { lab, group }: Stage, name: string): Promise<void> {
  const victim = name === 'mariadb' ? group.mariadb : name === 'nats' ? group.nats : group.process(name);
  await lab.slowDown(SLOW);
  await victim.kill('SIGSTOP');
  await sleep(ms);
  await victim.kill('SIGCONT');
  await lab.slowDown(BRISK);
}

/**
 * Freezes the replica that reads, while a page is on its way to it, for longer than its lease. Resumes it when the
 * other replica has taken over and committed that page. Only the fence keeps the resumed replica from committing it
 * again.
 *
 * The reading replica is the one after whose freeze the provider gets no more page requests. False when this was
 * impossible: the frozen replica may be inside a transaction, whose locks block the other one until it resumes. Then the
 * provider stays slow, so that pages are left for the next try.
 */
export async function freezeReader({ lab, group }: Stage): Promise<boolean> {
  await lab.slowDown(EVEN);
  await sleep(4 * EVEN);
  let name = 'reads-1';
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const frozen = await freeze(lab, group, name);
    await group.process(name).kill('SIGCONT');
    if (frozen === 'overtaken') {
      await sleep(4 * EVEN);
      await lab.slowDown(BRISK);
      return true;
    }
    if (frozen === 'idle') name = name === 'reads-1' ? 'reads-2' : 'reads-1';
    if (frozen === 'blocked') await sleep(EVEN);
  }
  return false;
}

/**
 * `idle`: the other replica reads. `blocked`: this one reads, and holds locks that stop the other one. `unclear`: this
 * machine was so slow that the other one may have taken over before we looked.
 */
type Frozen = 'overtaken' | 'idle' | 'blocked' | 'unclear';

async function freeze(lab: CrashLab, group: ServiceGroup, name: string): Promise<Frozen> {
  const before = await lab.pagesAsked();
  await group.process(name).kill('SIGSTOP');
  const start = performance.now();
  for (let passed = 0; passed < LEASE / 2; passed = performance.now() - start) {
    await sleep(50);
    if ((await lab.pagesAsked()) <= before + 1) continue;
    return performance.now() - start < SHORTEST_LEFT ? 'idle' : 'unclear';
  }
  const asked = await lab.pagesAsked();
  return (await eventually(async () => (await lab.pagesAsked()) >= asked + 3, 6_000)) ? 'overtaken' : 'blocked';
}

async function eventually(holds: () => Promise<boolean>, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(25)) if (await holds()) return true;
  return false;
}
