import type { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import process from 'node:process';
import { assetPath } from '../../lib/assets/asset_path.ts';

/** `p50`: the median of the answers' times, ms. */
export type WriteLoad = { ok: number; failed: number; firstFailure?: string; perSecond: number; p50: number };

/** `body`: JSON whose `{name}` is another name each time; `{"name":"{name}"}` without it. */
type Options = { url: string; callers: number; ms: number; apiKey: string; body?: string };

/** Posts to one address from another process, as many at a time as there are callers. `failed`: answers but 2xx. */
export async function runWriteLoad({ url, callers, ms, apiKey, body }: Options): Promise<WriteLoad> {
  const args = [url, String(callers), String(ms), apiKey, ...(body === undefined ? [] : [body])];
  const child = spawn(process.execPath, [assetPath('dist/bench/load/write_load.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (!text) throw new Error(`The load generator ended with ${code} before it had figures.`);
  return JSON.parse(text) as WriteLoad;
}
