import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Customer } from '../support/customer_signer.ts';
import { ensureTools } from '../support/tools.ts';

type PageServer = { origin: string; stop(): Promise<void> };

type Options = {
  /** Origin of the gateway: the bundler inserts it where the library reads an environment variable. */
  gateway: string;
  port: number;
  /** Creates a token for this customer, when the page is opened without a key. */
  tokenFor?: (customer: Customer) => Promise<string>;
};

const HTML =
  '<!doctype html><html lang="en"><title>An app</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/install.css"><main></main><script src="/install.js"></script></html>';

/** A builder's app with an origin of its own: one page with the public UI library, bundled like its users bundle it. */
export async function startPageServer({ gateway, port, tokenFor }: Options): Promise<PageServer> {
  const { script, style } = bundle(gateway);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://page');
    if (pathname === '/') return send(response, 'text/html', HTML);
    if (pathname === '/install.js') return send(response, 'text/javascript', script);
    if (pathname === '/install.css') return send(response, 'text/css', style);
    if (pathname !== '/token' || !tokenFor) return void response.writeHead(404).end();
    tokenFor(Object.fromEntries(searchParams) as Customer).then(
      (token) => send(response, 'text/plain', token),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
}

/** With esbuild's program, not its library: the library fails because jest has another Uint8Array. */
function bundle(gateway: string): { script: string; style: string } {
  const tools = join(ensureTools(), 'node_modules');
  const folder = mkdtempSync(join(tmpdir(), 'causeway-page-'));
  const args = [
    'test/browser/page/install.mjs',
    '--bundle',
    '--format=iife',
    `--outdir=${folder}`,
    `--define:process.env.REACT_APP_AMP_SERVER=${JSON.stringify(gateway)}`,
    '--define:process.env.NODE_ENV="production"',
    '--log-level=error',
  ];
  const { status, stderr } = spawnSync(join(tools, '.bin/esbuild'), args, {
    encoding: 'utf8',
    env: { ...process.env, NODE_PATH: tools },
  });
  if (status !== 0) throw new Error(`The page could not be bundled: ${stderr}`);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const bundled = { script: read('install.js'), style: read('install.css') };
  rmSync(folder, { recursive: true });
  return bundled;
}
