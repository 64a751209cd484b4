import { readFileSync } from 'node:fs';
import { ServerFault } from '../server/server.ts';

/** The text of a manifest file. Throws ServerFault if the file cannot be read or is empty. */
export function manifestText(file: string): string {
  const text = readText(file);
  if (text.trim() === '') throw new ServerFault(`The file ${file} is empty. A manifest has at least one integration.`);
  return text;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ServerFault(`The file ${file} can't be read.`);
  }
}
