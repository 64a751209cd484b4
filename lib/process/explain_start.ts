import process from 'node:process';
import { isStorageFailed, isTransient } from '../db/errors.ts';
import { Problem } from '../problem/problem.ts';
import { StartFault } from '../problem/start_fault.ts';

type SystemError = { code?: string; errno?: number; address?: string; port?: number; path?: string; message?: string };

/** Runs `start`. When it fails, prints one line that says what to do, and exits with 1. */
export async function startOrExplain<T>(start: () => Promise<T>, say: (line: string) => void = toStderr): Promise<T> {
  try {
    return await start();
  } catch (err) {
    say(explainedError(err));
    process.exit(1);
  }
}

/** One line for a fault that an operator can correct; the stack for any other error, which is a bug. */
function explainedError(err: unknown): string {
  if (err instanceof StartFault) return err.message;
  if (err instanceof Problem && err.kind === 'unavailable') return `${err.detail} Start it, or correct its address.`;
  const sentence = faultSentence(err as SystemError);
  if (sentence) return sentence;
  return err instanceof Error ? (err.stack ?? err.message) : String(err);
}

function faultSentence(err: SystemError): string | undefined {
  const { code = '', address, port, path, message } = err;
  if (code.startsWith('ERR_PARSE_ARGS')) return message;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or set PORT to another port, or to 0 for any free one.`;
  if (code === 'EACCES' && port !== undefined)
    return `This user may not listen on port ${port}. Set PORT to a port above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `This machine does not have the address ${address}. Correct the host setting.`;
  if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR'].includes(code) && path !== undefined)
    return `${path} cannot be written (${code}). Correct its permissions or free space, then start again.`;
  if (code === 'ENOENT' && path !== undefined)
    return `${path} is missing. Run npm ci, or correct the setting that names it.`;
  if (isStorageFailed(err))
    return `A database cannot be written (${systemErrorReason(err)}). Free space on its disk or correct its permissions, then start again.`;
  if (isTransient(err))
    return `${databaseAt(err)} (${systemErrorReason(err)}). Start it, or correct the database address.`;
  return undefined;
}

function databaseAt({ address, port }: SystemError): string {
  return address === undefined ? 'The database cannot be used' : `The database at ${address}:${port} cannot be used`;
}

/**
 * The database's own message, for example about a refused user or schema; it contains no password. knex puts it after
 * the statement.
 */
function systemErrorReason({ code, message = '' }: SystemError): string {
  return message.split('\n')[0]?.split(' - ').at(-1) || code || 'unknown';
}

function toStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}
