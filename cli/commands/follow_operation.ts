import { setTimeout as sleep } from 'node:timers/promises';
import type { Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import type { Server } from '../server/server.ts';

type Operation = {
  id: string;
  status: string;
  result?: string;
  metadata?: {
    objects?: string[];
    progress?: { recordsProcessed?: number; recordsEstimatedTotal?: number };
    write?: { recordsWritten: number; recordsTotal: number };
  };
};
type Line = { timestamp: string; severity: string; message: { msg: string; error?: string } };

const EVERY_MS = 1_000;
const MAX_POLL_MS = 2_000;

/**
 * Shows an operation until it ends: its new log lines and its progress. With `json`, it prints one line of JSON for
 * each change: `{type: 'log', line}` or `{type: 'operation', operation}`. Returns whether the operation succeeded.
 */
export async function followOperation(
  server: Server,
  id: string,
  { output, json = false }: { output: Output; json?: boolean | undefined },
): Promise<boolean> {
  const path = `/operations/${encodeURIComponent(id)}`;
  let shown = 0;
  let last = '';
  for (;;) {
    const operation = await server.call<Operation>('GET', path);
    // Logs are requested after the status, so that the last lines of an operation that has ended are not missed.
    const lines = await server.call<Line[]>('GET', `${path}/logs`);
    for (const line of lines.slice(shown))
      output.out(json ? `${JSON.stringify({ type: 'log', line })}\n` : logText(line));
    shown = Math.max(shown, lines.length);
    const state = progressText(operation);
    if (state !== last)
      output.out(json ? `${JSON.stringify({ type: 'operation', operation })}\n` : `${plain(state)}\n`);
    last = state;
    if (!isRunning(operation)) return operation.status === 'success';
    await sleep(EVERY_MS);
  }
}

/** Waits until an operation has ended, and returns it. */
export async function waitForOperation<T extends Pick<Operation, 'status' | 'result'>>(
  server: Server,
  id: string,
): Promise<T> {
  for (let wait = 100; ; wait = Math.min(wait * 1.5, MAX_POLL_MS)) {
    const operation = await server.call<T>('GET', `/operations/${encodeURIComponent(id)}`);
    if (!isRunning(operation)) return operation;
    await sleep(wait);
  }
}

/**
 * Whether an operation is running. An operation with a status unknown to this version is running until it has a result.
 */
export function isRunning({ status, result }: Pick<Operation, 'status' | 'result'>): boolean {
  return status === 'in_progress' || (!['success', 'failure'].includes(status) && result === undefined);
}

function progressText({
  id,
  status,
  result = '',
  metadata: { objects = [], progress, write } = {},
}: Operation): string {
  const { recordsProcessed, recordsEstimatedTotal } = progress ?? {};
  const of = recordsEstimatedTotal === undefined ? '' : ` of about ${recordsEstimatedTotal}`;
  const read = recordsProcessed === undefined ? '' : `, ${recordsProcessed}${of} records`;
  const count = write ? `, ${write.recordsWritten} of ${write.recordsTotal} records` : read;
  return `${id}  ${status}  ${objects.join(', ')}${count}${result && `  ${result}`}`;
}

function logText({ timestamp, severity, message: { msg, error } }: Line): string {
  return `${timestamp}  ${severity.padEnd(7)}  ${plain(msg)}${error ? ` (${plain(error)})` : ''}\n`;
}
