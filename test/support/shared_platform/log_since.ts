import { Buffer } from 'node:buffer';
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a function that reads the text appended to the files of a folder after this call, file by file. */
export function logSince(folder: string): () => string {
  const before = new Map(filesIn(folder).map((file) => [file, statSync(file).size]));
  return () =>
    filesIn(folder)
      .map((file) => readFrom(file, before.get(file) ?? 0))
      .join('');
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => join(folder, name));
}

function readFrom(file: string, start: number): string {
  const bytes = Buffer.alloc(Math.max(statSync(file).size - start, 0));
  const descriptor = openSync(file, 'r');
  try {
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, start));
  } finally {
    closeSync(descriptor);
  }
}
