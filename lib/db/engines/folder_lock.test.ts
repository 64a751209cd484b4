import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, describe, expect, it } from '@jest/globals';
import { lockFolder } from './folder_lock.ts';

describe('the lock of a data folder', () => {
  const folders: string[] = [];
  function folder(): string {
    const made = mkdtempSync(join(tmpdir(), 'causeway-lock-'));
    folders.push(made);
    return made;
  }
  afterAll(() => {
    for (const one of folders) rmSync(one, { recursive: true, force: true });
  });

  it('F11: is held by one process at a time, and is free after its release', () => {
    const dir = folder();
    const first = lockFolder(dir);
    expect(first).toBeDefined();
    expect(lockFolder(dir)).toBeUndefined();
    first?.release();
    const second = lockFolder(dir);
    expect(second).toBeDefined();
    second?.release();
  });

  it('F11: ends with a process that is killed', async () => {
    const dir = folder();
    const libsql = createRequire(import.meta.url).resolve('libsql');
    const script = `const D = require(${JSON.stringify(libsql)}); const d = new D(${JSON.stringify(join(dir, 'lock'))});
      d.exec('begin exclusive'); console.log('locked'); setInterval(() => d.name, 1000);`;
    const other = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(other.stdout, 'data');
    expect(lockFolder(dir)).toBeUndefined();
    other.kill('SIGKILL');
    await once(other, 'exit');
    const lock = lockFolder(dir);
    expect(lock).toBeDefined();
    lock?.release();
  });
});
