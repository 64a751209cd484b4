import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import process from 'node:process';
import { assetPath } from '../../lib/assets/asset_path.ts';

export type Load = {
  ok: number;
  failed: number;
  firstFailure?: string;
  perSecond: number;
  p50: number;
  p99: number;
};

type Options = { port: number; connections: number; ms: number; path: string; headers: Record<string, string> };

/**
 * Sends GETs to one address from another process, each as soon as the previous answer arrives. `failed` counts answers
 * other than 2xx.
 */
export async function runLoad({ port, connections, ms, path, headers }: Options): Promise<Load> {
  const head = Object.entries({ host: `127.0.0.1:${port}`, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${head}\r\n`).toString('base64');
  const script = assetPath('dist/bench/load/load.js');
  const child = spawn(process.execPath, [script, String(port), String(connections), String(ms), request], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (!text) throw new Error(`The load generator ended with ${code} before it had figures.`);
  return JSON.parse(text) as Load;
}
