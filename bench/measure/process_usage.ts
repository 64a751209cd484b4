import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts a process's time in hundredths of a second. */
const TICK_MS = 10;

/** CPU time of a process with all its threads, in ms. Other load on the machine hardly changes it. */
export function cpuMs(pid: number): number {
  return cpuMsIn(statOf(pid));
}

/** The same of a process and all that descend from it and run now, as the services and servers of the services form. */
export function cpuMsOfAll(pid: number): number {
  const processes = new Map<number, { parent: number; ms: number }>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const fields = statOf(Number(name));
      processes.set(Number(name), { parent: Number(fields[1]), ms: cpuMsIn(fields) });
    } catch {
      // It has ended since the folder was listed.
    }
  }
  const isBelow = (one: number | undefined): boolean =>
    one !== undefined && (one === pid || isBelow(processes.get(one)?.parent));
  return [...processes].reduce((sum, [one, { ms }]) => sum + (isBelow(one) ? ms : 0), 0);
}

function cpuMsIn(fields: readonly string[]): number {
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The fields of a process's state after its name, which may contain spaces. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Resident size of a process, in MB. */
export function residentMb(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1] ?? 0) / 1_024;
}
