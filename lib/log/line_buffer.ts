import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';

/** A target of log lines. `write` writes at once; `hold` may buffer the line briefly. */
export type LogSink = { write(line: string): void; hold?(line: string): void };

type LineDestination = { write(text: string): unknown };

const MAX_WAIT_MS = 100;
const MAX_BUFFERED_LENGTH = 16_384;

/**
 * Buffers log lines, so that a line per request does not cost a system call per request. A held line is written after
 * at most 100 ms, or when 16 kB are buffered. `write` first writes all held lines, so the order is kept, and a killed
 * process loses held lines only. The buffer is flushed when the process exits.
 */
export function lineBuffer(destination: LineDestination): Required<LogSink> & { end(): void } {
  let held = '';
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const text = held;
    held = '';
    // The last response may end after the log was closed; its line is dropped without an error.
    if (text !== '' && !isEnded) destination.write(text);
  }
  process.on('exit', flush);
  return {
    write(line) {
      held += line;
      flush();
    },
    hold(line) {
      held += line;
      if (held.length >= MAX_BUFFERED_LENGTH) flush();
      else timer ??= setTimeout(flush, MAX_WAIT_MS).unref();
    },
    end() {
      process.off('exit', flush);
      flush();
      isEnded = true;
    },
  };
}
