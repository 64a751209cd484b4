import { readFileSync } from 'node:fs';
import type { Ready } from '../../embedded/ready.ts';
import { eventually } from './eventually.ts';

/** Reads the file that an embedded platform writes shortly after it listens. */
export async function readReadyFile(path: string): Promise<Ready> {
  let ready: Ready | undefined;
  await eventually(async () => {
    ready = JSON.parse(readFileSync(path, 'utf8'));
  }, 20_000);
  return ready as Ready;
}
