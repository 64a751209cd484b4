import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newKeyring } from '../lib/crypto/sealer.ts';
import { fileSink } from '../lib/log/file_sink.ts';
import { lockDataDir, openDataDir } from './data_dir.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the access to a data folder', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'causeway-access-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  /** Makes a data folder with the files and modes of an older version. */
  function older(names: readonly string[], mode = 0o755): string {
    const path = join(dir, 'data');
    mkdirSync(path);
    chmodSync(path, mode);
    for (const name of names) {
      writeFileSync(join(path, name), '');
      chmodSync(join(path, name), 0o644);
    }
    return path;
  }
  const modesIn = (path: string) =>
    Object.fromEntries(readdirSync(path).map((name) => [name, modeOf(join(path, name))]));

  it('S10: is taken from others at the start, with the modes that an older version left', () => {
    const names = ['identity.db', 'identity.db-wal', 'identity.db-shm', 'causeway.log', 'ready.json'];
    const path = older(names);
    mkdirSync(join(path, 'logs'), { mode: 0o755 });
    lockDataDir(path).release();
    const ours = names.map((name) => [name, '600']);
    expect(modeOf(path)).toBe('700');
    expect(modesIn(path)).toMatchObject({ ...Object.fromEntries(ours), logs: '700' });
    writeFileSync(join(path, 'keyring'), newKeyring());
    chmodSync(join(path, 'keyring'), 0o644);
    openDataDir(path);
    expect(modesIn(path)).toMatchObject({ keyring: '600', 'internal-token': '600' });
  });

  it('S10: leaves files that are not Causeway’s, and the folder that it shares with them', () => {
    const path = older(['reads.db', 'notes.txt']);
    openDataDir(path);
    expect(modeOf(path)).toBe('755');
    expect(modesIn(path)).toMatchObject({ 'reads.db': '600', 'notes.txt': '644' });
  });

  it('S10: follows no link that lies in the folder', () => {
    const path = older([]);
    const target = join(dir, 'target');
    writeFileSync(target, '');
    chmodSync(target, 0o644);
    symlinkSync(target, join(path, 'causeway.log'));
    openDataDir(path);
    expect(modeOf(target)).toBe('644');
  });

  it('S10: refuses a shared folder in which every user can replace files', () => {
    const path = older(['notes.txt'], 0o777);
    expect(() => lockDataDir(path)).toThrow(/Every user may write to the data folder/);
    expect(modeOf(path)).toBe('777');
  });

  /** Runs `act` as a user who owns neither the folder nor its files. */
  function asAnother(act: () => void): void {
    const { geteuid } = process;
    process.geteuid = () => 4_712;
    try {
      act();
    } finally {
      if (geteuid) process.geteuid = geteuid;
    }
  }
  const passOn = (path: string) => (process.getuid?.() === 0 ? chownSync(path, 4_711, 4_711) : undefined);

  it('S10: refuses a folder of another user', () => {
    const path = older([]);
    passOn(path);
    asAnother(() => expect(() => lockDataDir(path)).toThrow(/data folder \S+ belongs to another user/));
  });

  it('S10: says what to do with a mounted folder of root that every user may write to, and takes a new one in it', () => {
    if (process.getuid?.() !== 0) return;
    const path = older([], 0o777);
    asAnother(() =>
      expect(() => lockDataDir(path)).toThrow(/chmod o-w.*chown.*CAUSEWAY_DATA_DIR to a new folder in it/),
    );
    lockDataDir(join(path, 'causeway')).release();
    expect(modeOf(join(path, 'causeway'))).toBe('700');
  });

  it.each(['keyring', 'identity.db', 'process_keys.json'])('S10: root refuses a planted %s', (name) => {
    if (process.getuid?.() !== 0) return; // Only root can give a file to another user.
    const path = older([name]);
    passOn(join(path, name));
    expect(() => lockDataDir(path)).toThrow(/belongs to another user/);
  });

  it('S10: root uses a folder that belongs to the user of its files', () => {
    const path = older(['keyring']);
    for (const one of [path, join(path, 'keyring')]) passOn(one);
    lockDataDir(path).release();
  });

  it('S10: closes an empty folder to which every user may write, and refuses one with files', () => {
    const path = older([], 0o777);
    lockDataDir(path).release();
    expect(modeOf(path)).toBe('700');
    chmodSync(path, 0o1777);
    expect(() => lockDataDir(path)).toThrow(/Every user may write to the data folder/);
  });

  it('S10: writes a new secret neither into a planted file nor through a planted link', () => {
    const path = older([]);
    const target = join(dir, 'target');
    writeFileSync(target, 'before');
    symlinkSync(target, join(path, 'keyring.new'));
    openDataDir(path);
    expect(readFileSync(target, 'utf8')).toBe('before');
    expect(modesIn(path)).toMatchObject({ keyring: '600' });
  });

  it('S10: a log goes through no link', () => {
    const path = older([]);
    const target = join(dir, 'target');
    writeFileSync(target, '');
    symlinkSync(target, join(path, 'causeway.log'));
    expect(() => fileSink(join(path, 'causeway.log'))).toThrow(/is a symbolic link/);
  });

  it('S10: refuses a keyring that another user has put there', () => {
    const path = older(['keyring']);
    passOn(join(path, 'keyring'));
    asAnother(() => expect(() => lockDataDir(path)).toThrow(/belongs to another user/));
  });
});
