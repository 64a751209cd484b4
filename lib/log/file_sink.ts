import { pino } from 'pino';

/** Appends log lines to a file; `end` writes what is still buffered. */
export function fileSink(path: string): { write(line: string): void; end(): void } {
  const destination = pino.destination({ dest: path, sync: true, mkdir: true });
  return { write: (line) => void destination.write(line), end: () => destination.end() };
}
