import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

type Note<T> = { value: T; error?: undefined } | { value?: undefined; error: string };
/**
 * Starts something. `dir`: a folder for its files. `owner`: the id of a process; everything started ends with this
 * process.
 */
type Start<T> = (dir: string, owner: number) => Promise<T>;

/**
 * Starts something once per test run and returns its value to every suite. Suites run in separate processes, so the
 * process that succeeds in creating a folder starts it. The value is JSON in a file beside that folder. A value may
 * have `pids`: test/support/stop_servers.mjs stops these processes in this order at the end of the run.
 */
export async function onceARun<T>(name: string, start: Start<T>): Promise<T> {
  const dir = join(runFolder(), name);
  const file = `${dir}.json`;
  if (isFirst(dir)) write(file, await noteOf(start(dir, runOwner())));
  while (!existsSync(file)) {
    if (!isRunning(starterOf(dir))) throw new Error(`${name}: the suite that was starting it has exited.`);
    await sleep(50);
  }
  const note = JSON.parse(readFileSync(file, 'utf8')) as Note<T>;
  if (note.error !== undefined) throw new Error(`${name} is needed by this suite and did not start: ${note.error}`);
  return note.value;
}

function noteOf<T>(started: Promise<T>): Promise<Note<T>> {
  return started.then(
    (value) => ({ value }),
    (err: Error) => ({ error: err.message }),
  );
}

function isFirst(dir: string): boolean {
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch {
    return false;
  }
  write(`${dir}.starter`, process.pid);
  return true;
}

/** The id of the process that created the folder; our own id until that process has written its id. */
function starterOf(dir: string): number {
  const file = `${dir}.starter`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : process.pid;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Writes another file and renames it, so that no reader sees a partial file. */
function write(file: string, content: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(content));
  renameSync(`${file}.new`, file);
}

function runFolder(): string {
  return (process.env['CAUSEWAY_TEST_SERVERS'] ??= mkdtempSync(join(tmpdir(), 'causeway-test-')));
}

function runOwner(): number {
  return Number(process.env['CAUSEWAY_TEST_OWNER'] ?? process.pid);
}
