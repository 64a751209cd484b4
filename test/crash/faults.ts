import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceGroup } from '../../scripts/services/service_group.ts';
import type { Backfill } from './backfill.ts';
import { type CrashLab, LEASE_MS } from './crash_lab.ts';
import { ownerOf } from './port_owner.ts';

/** The faults that can hit a group while it reads. Each resolves when everything runs again. */
export type Stage = { lab: CrashLab; group: ServiceGroup; backfill: Backfill };

/** How long a frozen reader may take to lose its operation before we look for locks that it holds. */
const TAKEOVER = 5 * LEASE_MS;

export async function killProcess({ group }: Stage, name: string): Promise<void> {
  await group.process(name).kill('SIGKILL');
  await group.restart(name);
}

/** The server loses its whole store while pages are being committed; events published meanwhile are lost with it. */
export async function wipeNats({ lab, group, backfill }: Stage): Promise<void> {
  const before = (await backfill.progress())?.pages ?? 0;
  await group.nats.kill('SIGKILL');
  lab.gate.open(before + 4);
  await backfill.committed(before + 4);
  await group.nats.restart({ wipe: true });
}

export async function killMariadb({ group }: Stage): Promise<void> {
  await group.mariadb.kill('SIGKILL');
  await sleep(300);
  await group.mariadb.restart();
}

/** Like a power failure: kills everything at once, including the servers. */
export async function killEverything({ group }: Stage): Promise<void> {
  await Promise.all([group.mariadb, group.nats, ...group.processes].map((one) => one.kill('SIGKILL')));
  await Promise.all([group.mariadb.restart(), group.nats.restart()]);
  await Promise.all(group.processes.map((one) => one.restart()));
}

/** Freezes a process with all its connections open, and resumes it later. */
export async function freezeFor(ms: number, { group }: Stage, name: string): Promise<void> {
  const victim = name === 'mariadb' ? group.mariadb : name === 'nats' ? group.nats : group.process(name);
  await victim.kill('SIGSTOP');
  await sleep(ms);
  await victim.kill('SIGCONT');
}

/**
 * Freezes the replica that reads, while it waits for the page after `pages`, for longer than its lease. Then that page
 * arrives, the other replica commits it, and the frozen one is resumed with the same page before it. Only the fence
 * keeps it from committing that page again.
 *
 * Nothing here is a matter of time: the provider holds the page, the socket of its request tells who reads, and the
 * second request for it that the other replica has taken over. A replica that was frozen inside a transaction has locks
 * which block the other one; then it is resumed and the same is done again.
 */
export async function freezeReader(stage: Stage, pages: number): Promise<void> {
  const { lab, group, backfill } = stage;
  lab.gate.open(pages);
  await backfill.committed(pages);
  for (;;) {
    const reader = await readerOf(stage);
    await group.process(reader).kill('SIGSTOP');
    const isOvertaken = await isTakenOver(stage, reader);
    if (isOvertaken) {
      lab.gate.open(pages + 1);
      await backfill.committed(pages + 1);
    }
    await group.process(reader).kill('SIGCONT');
    if (isOvertaken) return;
  }
}

const READERS = ['reads-1', 'reads-2'];

/** The replica that waits for a page; resolves when one does. */
export async function readerOf({ lab, group }: Stage): Promise<string> {
  for (;;) {
    const reader = lab.gate.waiting().map((port) => ownerOf(port, READERS.map(group.process)))[0];
    if (reader) return reader.name;
    await sleep(25);
  }
}

async function isTakenOver({ lab, group }: Stage, frozen: string): Promise<boolean> {
  const others = READERS.filter((name) => name !== frozen).map(group.process);
  for (const end = performance.now() + TAKEOVER; performance.now() < end; await sleep(25))
    if (lab.gate.waiting().some((port) => ownerOf(port, others))) return true;
  return false;
}
