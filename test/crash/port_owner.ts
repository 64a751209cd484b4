import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Which of these processes has this local TCP port; undefined if none has it now. Reads /proc. */
export function ownerOf<T extends { pid: number }>(port: number, processes: readonly T[]): T | undefined {
  const inode = inodeOf(port);
  return processes.find(({ pid }) => socketsOf(pid).includes(`socket:[${inode}]`));
}

/** Column 2 of /proc/net/tcp is the local address and port in hexadecimal, column 10 the inode. */
function inodeOf(port: number): string | undefined {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
  const columns = rows.map((row) => row.trim().split(/\s+/)).filter(([, local]) => local?.endsWith(end));
  return columns.find(([, , , state]) => state === '01')?.[9];
}

function socketsOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return []; // closed since
    }
  });
}
