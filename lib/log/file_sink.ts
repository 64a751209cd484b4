import { pino } from 'pino';
import { lineBuffer, type Sink } from './line_buffer.ts';

/** Appends log lines to a file. `end` flushes the buffer. */
export function fileSink(path: string): Sink & { end(): void } {
  const destination = pino.destination({ dest: path, sync: true, mkdir: true });
  const buffer = lineBuffer(destination);
  return {
    ...buffer,
    end() {
      buffer.end();
      destination.end();
    },
  };
}
