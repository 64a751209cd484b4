import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { lineBuffer, type Sink } from './line_buffer.ts';
import { descriptorWriter } from './line_writer.ts';

/** Appends log lines to a file. `end` flushes the buffer. */
export function fileSink(path: string): Sink & { end(): void } {
  mkdirSync(dirname(path), { recursive: true });
  const fd = openSync(path, 'a', 0o600);
  const buffer = lineBuffer(descriptorWriter(fd));
  return {
    ...buffer,
    end() {
      buffer.end();
      closeSync(fd);
    },
  };
}
