import { Buffer } from 'node:buffer';
import { writeSync } from 'node:fs';
import { logTimestamp } from './timestamp.ts';

/** Writes bytes from an offset. Returns the number of written bytes; throws the errors of `fs.writeSync`. */
type WriteBytes = (bytes: Uint8Array, from: number) => number;
type LineWriter = { write(text: string): void };
type WriterState = { lost: number; reason: string; isTorn: boolean };

/** Max tries to write to a full pipe, and the wait between two tries. */
const MAX_TRIES = 50;
const RETRY_WAIT_MS = 10;

/**
 * Appends log lines to a file descriptor. It never throws: a full disk or a closed pipe must not stop the loop that
 * reports it. Lines that could not be written are counted. The next line that is written says how many lines are
 * missing.
 */
export function lineWriter(write: WriteBytes): LineWriter {
  const state: WriterState = { lost: 0, reason: '', isTorn: false };
  return {
    write(text) {
      if (state.lost > 0 && !putText(noticeOf(state), write, state)) return void (state.lost += linesIn(text));
      state.lost = 0;
      if (!putText(text, write, state)) state.lost = linesIn(text);
    },
  };
}

/** The writer of a file descriptor, such as 2 for standard error. */
export function descriptorWriter(fd: number): LineWriter {
  return lineWriter((bytes, from) => writeSync(fd, bytes, from));
}

function noticeOf({ lost, reason }: WriterState): string {
  const fields = { lost, reason };
  return `{"level":"warn","time":"${logTimestamp()}",${JSON.stringify(fields).slice(1, -1)},"msg":"log lines lost"}\n`;
}

/**
 * Returns false when not everything was written. Begins with a line break if the last line was written only in part.
 */
function putText(text: string, write: WriteBytes, state: WriterState): boolean {
  const bytes = Buffer.from(state.isTorn ? `\n${text}` : text);
  // After a failure, a full pipe is tried only once: a reader that hangs must not slow down every line.
  let tries = state.lost > 0 ? 1 : MAX_TRIES;
  let at = 0;
  while (at < bytes.length) {
    try {
      at += write(bytes, at);
    } catch (err) {
      state.reason = (err as { code?: string }).code ?? 'unknown';
      tries -= 1;
      if (state.reason !== 'EAGAIN' || tries <= 0) break;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_WAIT_MS);
    }
  }
  if (at > 0) state.isTorn = bytes[at - 1] !== 0x0a;
  return at === bytes.length;
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
