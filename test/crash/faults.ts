import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceGroup } from '../../scripts/services/service_group.ts';
import type { Backfill } from './backfill.ts';
import { type CrashLab, LEASE } from './crash_lab.ts';

/** What can happen to a group while it reads. Each resolves when everything runs again. */
export type Stage = { lab: CrashLab; group: ServiceGroup; backfill: Backfill };

/** The provider's pace: brisk while all is well, and slow while something is down, or the read would be over too soon. */
export const BRISK = 80;
const SLOW = 2_000;
/** A page takes this long while a holder is looked for: some of them fit into the time that a lease still runs. */
const EVEN = 250;

export async function killProcess({ lab, group }: Stage, name: string): Promise<void> {
  await group.process(name).kill('SIGKILL');
  await lab.slowDown(SLOW);
  await group.restart(name);
  await lab.slowDown(BRISK);
}

/** As a roll-out does it: it drains first. */
export async function restartProcess({ lab, group }: Stage, name: string): Promise<void> {
  await lab.slowDown(SLOW);
  await group.restart(name);
  await lab.slowDown(BRISK);
}

/** The server goes with all it kept, while pages go on being committed; what was rung then is gone with it. */
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

/** As when the machine loses power: everything at once, servers included. */
export async function killEverything({ lab, group }: Stage): Promise<void> {
  await lab.slowDown(SLOW);
  await Promise.all([group.mariadb, group.nats, ...group.processes].map((one) => one.kill('SIGKILL')));
  await Promise.all([group.mariadb.restart(), group.nats.restart()]);
  await Promise.all(group.processes.map((one) => one.restart()));
  await lab.slowDown(BRISK);
}

/** Stops something, with all its connections open, and lets it go on as if nothing had been. */
export async function freezeFor(millis: number, { lab, group }: Stage, name: string): Promise<void> {
  const victim = name === 'mariadb' ? group.mariadb : name === 'nats' ? group.nats : group.process(name);
  await lab.slowDown(SLOW);
  await victim.kill('SIGSTOP');
  await sleep(millis);
  await victim.kill('SIGCONT');
  await lab.slowDown(BRISK);
}

/**
 * Stops the replica that reads, with a page on its way to it, for longer than its lease; goes on with it when the other
 * replica has taken over and committed that page. Only the fence keeps the sleeper from committing it once more.
 *
 * Which replica reads shows at the provider: it is asked for no more pages. False when the moment could not be made:
 * the sleeper may have been inside a transaction, whose locks keep the other one out until it wakes.
 */
export async function freezeReader({ lab, group }: Stage): Promise<boolean> {
  await lab.slowDown(EVEN);
  await sleep(4 * EVEN);
  for (const name of ['reads-1', 'reads-2', 'reads-1', 'reads-2']) {
    const overtaken = await freeze(lab, group, name);
    await group.process(name).kill('SIGCONT');
    if (overtaken) {
      await sleep(4 * EVEN);
      await lab.slowDown(BRISK);
      return true;
    }
  }
  await lab.slowDown(BRISK);
  return false;
}

async function freeze(lab: CrashLab, group: ServiceGroup, name: string): Promise<boolean> {
  const before = await lab.pagesAsked();
  await group.process(name).kill('SIGSTOP');
  await sleep(LEASE / 2); // the lease may run out from two thirds of it on
  const asked = await lab.pagesAsked();
  if (asked > before + 1) return false;
  return eventually(async () => (await lab.pagesAsked()) >= asked + 3, 6_000);
}

async function eventually(holds: () => Promise<boolean>, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(25)) if (await holds()) return true;
  return false;
}
