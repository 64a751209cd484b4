import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { StartFault } from '../lib/problem/start_fault.ts';

/**
 * A data folder holds every secret of a deployment, so no other user of the machine may read it or put files into it. An
 * older version, a backup tool or an administrator may have left wider modes: they are corrected at each start.
 *
 * Only files that Causeway creates are touched, and the folder itself only when nothing else is in it, because somebody
 * may have chosen a folder that they also use for other things.
 */
const OURS =
  /^((identity|installation|reads|writes|notifications)\.db(-wal|-shm|-journal)?|keyring|internal[-_]token|process_keys\.json|(keyring|internal[-_]token|process_keys\.json)\.new|causeway\.log|lock(-journal)?|ready\.json(\.part)?)$/;
const OUR_FOLDERS = /^(mariadb|nats|logs|services|demo|lab)$/;
const FOR_OTHERS = 0o077;
const WRITABLE_BY_ALL = 0o002;

/** Throws StartFault for a folder in which another user can replace files. */
export function closeToOthers(path: string): void {
  const user = process.geteuid?.();
  if (user === undefined) return; // A system without users and modes.
  const { uid, mode } = statSync(path);
  // A volume may belong to root and be given to a group; root can read everything anyway.
  if (uid !== user && uid !== 0 && user !== 0)
    throw new StartFault(
      `The data folder ${path} belongs to another user, who could replace its files. Make this user its owner, or set CAUSEWAY_DATA_DIR to another folder.`,
    );
  const isNew = uid === user && readdirSync(path).length === 0;
  // Root too: what others have put there would be read as Causeway's own, with the rights of root.
  if (mode & WRITABLE_BY_ALL && !isNew)
    throw new StartFault(
      `Every user may write to the data folder ${path}. ${uid === user ? 'Take that right away (chmod o-w)' : 'Its owner can take that right away (chmod o-w) or make this user the owner (chown)'}, or set CAUSEWAY_DATA_DIR to a new folder in it, which Causeway makes for itself. A mounted volume of Kubernetes or Docker often has this mode.`,
    );
  if (isNew) close(path, 0o700, user);
  // Only now: while an empty folder was open, somebody may have put something there.
  const entries = readdirSync(path, { withFileTypes: true });
  const isOursAlone = entries.every((one) => (one.isDirectory() ? OUR_FOLDERS : OURS).test(one.name));
  if (uid === user && isOursAlone) close(path, 0o700, user);
  const ours = entries.filter(({ name }) => OURS.test(name) || OUR_FOLDERS.test(name));
  for (const { name } of ours) refuseForeign(join(path, name), [user, uid, 0]);
  for (const one of ours)
    if (one.isDirectory()) close(join(path, one.name), 0o700, user);
    else if (one.isFile()) close(join(path, one.name), 0o600, user);
}

/** Somebody may have put a keyring of their own into a folder that was open. */
function refuseForeign(path: string, trusted: readonly number[]): void {
  if (trusted.includes(lstatSync(path).uid)) return;
  throw new StartFault(
    `${path} belongs to another user, who knows what is in it. If it is yours, make this user its owner; otherwise remove it.`,
  );
}

/** Closes log files of a folder that is ours. Throws StartFault for files of another user. */
export function closeFiles(path: string): void {
  const user = process.geteuid?.();
  if (user === undefined) return;
  close(path, 0o700, user);
  const { uid } = lstatSync(path);
  for (const one of readdirSync(path, { withFileTypes: true })) {
    refuseForeign(join(path, one.name), [user, uid, 0]);
    if (one.isFile()) close(join(path, one.name), 0o600, user);
  }
}

/** Leaves what belongs to another user, and what is closed already. */
function close(path: string, mode: number, user: number): void {
  const found = lstatSync(path);
  const isOwn = found.uid === user || user === 0;
  if (isOwn && !found.isSymbolicLink() && found.mode & FOR_OTHERS) chmodSync(path, mode);
}
