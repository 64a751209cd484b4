import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { text } from 'node:stream/consumers';

/** Runs commands in bash and returns what they print. Throws with their output when one of them fails. */
export async function runShell(
  commands: string,
  { cwd, environment = {} }: { cwd: string; environment?: Record<string, string> },
): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], { cwd, env: { ...process.env, ...environment } });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`bash ended with ${code}:\n${commands}\n${output}\n${errors}`);
  return output;
}
