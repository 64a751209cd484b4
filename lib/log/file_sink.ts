import { closeSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type LogSink, lineBuffer } from './line_buffer.ts';
import { descriptorWriter } from './line_writer.ts';
import { openLog } from './open_log.ts';

/** Appends log lines to a file. `end` flushes the buffer. */
export function fileSink(path: string): LogSink & { end(): void } {
  mkdirSync(dirname(path), { recursive: true });
  const fd = openLog(path);
  const buffer = lineBuffer(descriptorWriter(fd));
  return {
    ...buffer,
    end() {
      buffer.end();
      closeSync(fd);
    },
  };
}
