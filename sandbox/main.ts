/**
 * `node dist/sandbox/main.js --port 4020 --records 5000`: prints {"url":...} when ready. SIGTERM or SIGINT stops it.
 */
import '../lib/process/supported_runtime.ts';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { fromIso } from '../lib/time/iso.ts';
import { type SandboxOptions, startSandbox } from './sandbox.ts';

const flags = {
  port: { type: 'string' },
  host: { type: 'string' },
  records: { type: 'string' },
  seed: { type: 'string' },
  epoch: { type: 'string' },
  'api-key': { type: 'string' },
  'redirect-uri': { type: 'string', multiple: true },
  'access-token-ttl': { type: 'string' },
  ask: { type: 'boolean' },
  'no-control': { type: 'boolean' },
} as const;

type Flags = ReturnType<typeof parseFlags>;

function parseFlags() {
  return parseArgs({ options: flags }).values;
}

function optionsOf(values: Flags): SandboxOptions {
  return {
    ...(values.port && { port: whole('port', values.port) }),
    ...(values.host && { host: values.host }),
    ...(values.records && { records: whole('records', values.records) }),
    ...(values.seed && { seed: whole('seed', values.seed) }),
    ...(values.epoch && { epoch: time(values.epoch) }),
    ...(values['api-key'] && { apiKey: values['api-key'] }),
    ...(values['redirect-uri'] && { redirectUris: values['redirect-uri'] }),
    ...(values['access-token-ttl'] && { accessTokenTtlSeconds: whole('access-token-ttl', values['access-token-ttl']) }),
    autoConsent: !values.ask,
    control: !values['no-control'],
  };
}

function whole(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${name} must be a whole number of at least 0.`);
  return number;
}

/** Parses `now` or an RFC 3339 time to Unix milliseconds. */
function time(text: string): number {
  const ms = text === 'now' ? Date.now() : fromIso(text);
  if (ms === null) throw new Error('--epoch must be now or an RFC 3339 time.');
  return ms;
}

async function main(): Promise<void> {
  const sandbox = await startSandbox(optionsOf(parseFlags()));
  process.stdout.write(`${JSON.stringify({ url: sandbox.url })}\n`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void sandbox.stop().then(() => process.exit(0)));
  }
}

main().catch((error: NodeJS.ErrnoException & { port?: number }) => {
  const { code, port, message } = error;
  const isTaken = code === 'EADDRINUSE';
  process.stderr.write(
    `${isTaken ? `Port ${port} is in use. Give another --port, or 0 for any free one.` : message}\n`,
  );
  process.exit(1);
});
