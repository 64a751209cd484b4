import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { type FileFacts, inspectFile } from '../../lib/db/engines/inspect_file.ts';
import { STEPS_TABLE } from '../../lib/db/migrate.ts';
import { type Check, checkLine, messageOf } from './check.ts';
import { migrationCheck } from './migration_check.ts';

/** `bytes`: the size of the file and its `-wal` file. `sinceMs`: Unix ms when its first migration step ran. */
export type FileUsage = { bytes: number; sinceMs: number | undefined };

const FOR_OTHERS = 0o077;
/** Types of file systems, by their number in statfs. */
const IN_MEMORY = new Map([
  [0x01021994, 'tmpfs'],
  [0x858458f6, 'ramfs'],
]);
const OVER_NETWORK = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x65735546, 'FUSE'],
]);

/** Checks a database file. A running process may have it open. */
export function sqliteChecks(
  of: string,
  file: string,
  known: readonly string[],
): { checks: Check[]; usage: FileUsage } {
  const line = checkLine('database', of);
  if (!exists(file))
    return {
      checks: [
        line.error(`The file ${file} does not exist.`, 'Start Causeway, which makes it, or correct the setting.'),
      ],
      usage: { bytes: 0, sinceMs: undefined },
    };
  const bytes = sizeOf(file) + sizeOf(`${file}-wal`);
  let facts: FileFacts;
  try {
    facts = inspectFile(file, STEPS_TABLE);
  } catch (err) {
    return { checks: [unreadable(line, file, err)], usage: { bytes, sinceMs: undefined } };
  }
  const sinceMs = facts.steps && Math.min(...facts.steps.map(({ createTime }) => createTime));
  return {
    checks: [access(of, file, facts), durability(of, file, facts), migrationCheck(of, facts.steps, known)],
    usage: { bytes, sinceMs },
  };
}

function unreadable(line: ReturnType<typeof checkLine>, file: string, err: unknown): Check {
  const said = messageOf(err);
  if (/not a database|malformed|corrupt/i.test(said))
    return line.error(
      `The file ${file} is damaged (${said}).`,
      'Restore it from a backup of the whole data folder (docs/guides/running.md, When a file is lost or damaged).',
    );
  return line.error(
    `The file ${file} cannot be opened (${said}).`,
    'Run this command as the user who runs Causeway, or correct the permissions of the file.',
  );
}

function access(of: string, file: string, { version }: FileFacts): Check {
  const line = checkLine('database', of);
  const { mode, uid } = statSync(file);
  if (mode & FOR_OTHERS && statSync(dirname(file)).mode & FOR_OTHERS)
    return line.warning(
      `Other users of this machine may open ${file}.`,
      'chmod 600 the file; a start of Causeway does so too in a folder that is its own.',
    );
  const user = process.geteuid?.();
  if (user !== undefined && user !== 0 && uid !== user)
    return line.warning(
      `${file} belongs to another user than the one who runs this command.`,
      'Run it as the user who runs Causeway.',
    );
  return line.ok(`SQLite ${version}, ${file}`);
}

/**
 * Checks whether committed data survives a power cut. Every connection of Causeway sets `synchronous` to FULL, so only
 * the type of the file system is left to check.
 */
function durability(of: string, file: string, { journalMode }: FileFacts): Check {
  const line = checkLine('durability', of);
  const type = statfsSync(dirname(file)).type >>> 0;
  const volatile = IN_MEMORY.get(type);
  if (volatile)
    return line.warning(
      `The file system is ${volatile}: a restart of the machine or the container loses everything.`,
      'Set CAUSEWAY_DATA_DIR to a folder on a disk or a volume.',
    );
  const network = OVER_NETWORK.get(type);
  if (network)
    return line.warning(
      `The file system is ${network}, where locks and flushes of SQLite may not hold.`,
      'Set CAUSEWAY_DATA_DIR to a folder on a local disk or a block volume.',
    );
  return line.ok(`commits wait for the disk (synchronous FULL, journal ${journalMode})`);
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
