/**
 * A data folder contains every secret of a deployment, so no other user of the machine may read it or add files to it.
 * An older version, a backup tool or an administrator may have set wider modes: each start corrects them. Only files
 * that Causeway creates are changed. The folder itself is changed only when it contains nothing else, because its owner
 * may use it for other things too.
 */

import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { StartFault } from '../lib/problem/start_fault.ts';

/** The names of the files that Causeway creates in a data folder. */
const OURS =
  /^((identity|installation|reads|writes|notifications)\.db(-wal|-shm|-journal)?|keyring|internal[-_]token|process_keys\.json|(keyring|internal[-_]token|process_keys\.json)\.new|causeway\.log|lock(-journal)?|ready\.json(\.part)?)$/;
const OUR_FOLDERS = /^(mariadb|nats|logs|services|demo|lab)$/;
const FOR_OTHERS = 0o077;
const WRITABLE_BY_ALL = 0o002;

/** Corrects the modes of a data folder. Throws StartFault if another user can replace files in it, or owns one. */
export function closeToOthers(path: string): void {
  const user = process.geteuid?.();
  if (user === undefined) return; // this system has no users and modes
  const { uid, mode } = statSync(path);
  // A mounted volume may belong to root and to a group of this user; root can read everything anyway.
  if (uid !== user && uid !== 0 && user !== 0)
    throw new StartFault(
      `The data folder ${path} belongs to another user, who could replace its files. Make this user its owner, or set CAUSEWAY_DATA_DIR to another folder.`,
    );
  const isNew = uid === user && readdirSync(path).length === 0;
  // Root must refuse such a folder too: it would read files of other users as Causeway's own.
  if (mode & WRITABLE_BY_ALL && !isNew)
    throw new StartFault(
      `Every user may write to the data folder ${path}. ${uid === user ? 'Take that right away (chmod o-w)' : 'Its owner can take that right away (chmod o-w) or make this user the owner (chown)'}, or set CAUSEWAY_DATA_DIR to a new folder in it, which Causeway makes for itself. A mounted volume of Kubernetes or Docker often has this mode.`,
    );
  if (isNew) close(path, 0o700, user);
  // Lists the files only now, because another user may have added one while the empty folder was open.
  const entries = readdirSync(path, { withFileTypes: true });
  const isOursAlone = entries.every((one) => (one.isDirectory() ? OUR_FOLDERS : OURS).test(one.name));
  if (uid === user && isOursAlone) close(path, 0o700, user);
  const ours = entries.filter(({ name }) => OURS.test(name) || OUR_FOLDERS.test(name));
  for (const { name } of ours) refuseForeign(join(path, name), [user, uid, 0]);
  for (const one of ours)
    if (one.isDirectory()) close(join(path, one.name), 0o700, user);
    else if (one.isFile()) close(join(path, one.name), 0o600, user);
}

/** Throws StartFault for a file of another user, who may have put their own keyring into a folder that was open. */
function refuseForeign(path: string, trusted: readonly number[]): void {
  if (trusted.includes(lstatSync(path).uid)) return;
  throw new StartFault(
    `${path} belongs to another user, who knows what is in it. If it is yours, make this user its owner; otherwise remove it.`,
  );
}

/** Corrects the modes of a folder of Causeway alone, and of its files. Throws StartFault for a file of another user. */
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

/** Removes the rights of other users. Skips files of another user, links, and files with correct modes. */
function close(path: string, mode: number, user: number): void {
  const found = lstatSync(path);
  const isOwn = found.uid === user || user === 0;
  if (isOwn && !found.isSymbolicLink() && found.mode & FOR_OTHERS) chmodSync(path, mode);
}
