import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/** A bash that runs texts one after another; variables stay. Stricter than a reader's: any failure ends it. */
export type Terminal = {
  /** Resolves with the output of the text. Rejects, with that output, when one of its commands fails. */
  run(text: string): Promise<string>;
  /** All output since the start. */
  output(): string;
  close(): Promise<void>;
};

const STRICT = 'set -euo pipefail\n. ./curl.sh\n';
let terminals = 0;

export function openTerminal(folder: string, env: Record<string, string>): Terminal {
  const name = `terminal-${(terminals += 1)}`;
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env, detached: true });
  let output = '';
  let texts = 0;
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  shell.stdin.on('error', () => undefined);
  shell.stdin.write(STRICT);
  return {
    output: () => output,
    async run(text) {
      const from = output.length;
      const mark = `${name}-text-${(texts += 1)}`;
      // From a file and without input, so that no command can read the next text.
      writeFileSync(join(folder, mark), text);
      shell.stdin.write(`. ./${mark} < /dev/null\necho "${mark}-done"\n`);
      const said = () => output.slice(from).replace(`${mark}-done\n`, '');
      while (!output.includes(`${mark}-done\n`)) {
        if (shell.exitCode !== null || shell.signalCode !== null) throw new Error(`It failed:\n${text}\n${said()}`);
        await sleep(20);
      }
      return said();
    },
    close: () => end(shell),
  };
}

/** Ends the shell and what it started: they are one process group. */
async function end(shell: ChildProcess): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGINT', 10_000],
    ['SIGKILL', 10_000],
  ] as const) {
    sendTo(shell, signal);
    if (signal === 'SIGINT') shell.stdin?.end();
    for (const limit = performance.now() + waitMs; performance.now() < limit; await sleep(20))
      if (!isAlive(shell)) return;
  }
}

function sendTo({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** Whether any process of the group is left. */
function isAlive(shell: ChildProcess): boolean {
  return sendTo(shell, 0);
}
