import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from '@jest/globals';
import { ensurePromtool } from '../../scripts/servers/ensure_promtool.ts';

export type Promtool = {
  /** Runs it on files that are written into a folder of their own, by name: its exit code and what it printed. */
  run(args: string[], files: Readonly<Record<string, string>>): { code: number | null; said: string };
};

/** A test that needs promtool. Where that cannot be had, its name says so, and why; it does not pass unseen. */
export function itWithPromtool(): (title: string, test: (promtool: Promtool) => void) => void {
  try {
    const program = ensurePromtool();
    return (title, test) => it(title, () => test({ run: (args, files) => runIn(program, args, files) }));
  } catch (error) {
    const why = (error as Error).message;
    return (title) => it.skip(`${title} (not run: ${why})`, () => undefined);
  }
}

function runIn(program: string, args: string[], files: Readonly<Record<string, string>>): ReturnType<Promtool['run']> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-promtool-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
    return { code: status, said: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
