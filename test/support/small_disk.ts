import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder for a process's data on a disk that the test can fill. If this process may mount, the folder is a separate
 * file system (ENOSPC). Otherwise, as in most containers, the size of files is limited (EFBIG); SQLite then fails in
 * the same statements.
 */
export type SmallDisk = {
  kind: 'file system' | 'file size limit';
  dir: string;
  /** The environment variables for the process. */
  environment: Record<string, string>;
  fill(pid: number): void;
  free(pid: number): void;
  stop(): void;
};

/** Ignores the signal that a file beyond the size limit causes; it would end the process. */
const SURVIVE = "data:text/javascript,process.on('SIGXFSZ',()=>{})";

export function smallDisk(megabytes: number): SmallDisk {
  const dir = mkdtempSync(join(tmpdir(), 'causeway-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir]).status === 0;
  return mounted ? mountedDisk(dir) : limitedFiles(dir);
}

function mountedDisk(dir: string): SmallDisk {
  const filler = join(dir, 'filler');
  return {
    kind: 'file system',
    dir,
    environment: {},
    fill: () => writeUntilFull(filler),
    free: () => rmSync(filler),
    stop() {
      spawnSync('umount', ['--lazy', dir]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function writeUntilFull(file: string): void {
  const fd = openSync(file, 'w');
  try {
    for (const bytes = new Uint8Array(4_096); ; ) writeSync(fd, bytes);
  } catch (err) {
    if ((err as { code?: string }).code !== 'ENOSPC') throw err;
  } finally {
    closeSync(fd);
  }
}

function limitedFiles(dir: string): SmallDisk {
  const limit = (pid: number, soft: string) => {
    const { status, stderr } = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${soft}:unlimited`]);
    if (status !== 0) throw new Error(`The file size of a process cannot be limited here: ${stderr}`);
  };
  return {
    kind: 'file size limit',
    dir,
    environment: { NODE_OPTIONS: `--import=${SURVIVE}` },
    fill: (pid) => limit(pid, '1'),
    free: (pid) => limit(pid, 'unlimited'),
    stop: () => rmSync(dir, { recursive: true, force: true }),
  };
}
