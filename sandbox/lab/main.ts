/**
 * `npm run lab -- [--provider name ...] [--seed n] [--records n] [--port p]`: starts the lab and prints how to use it.
 * `npm run lab -- --check name`: checks that the provider's file conforms; exits 1 when it does not.
 */
import '../../lib/process/supported_runtime.ts';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { warningsAboutLists } from '../../connectors/engine/check/list_faults.ts';
import { conformanceFaults } from './conformance/conformance.ts';
import { untimedLosses } from './conformance/untimed_losses.ts';
import { type LabOptions, startLab } from './lab.ts';
import { LAB } from './sign_in/credentials.ts';

const flags = {
  provider: { type: 'string', multiple: true },
  'providers-dir': { type: 'string' },
  seed: { type: 'string' },
  records: { type: 'string' },
  page: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  epoch: { type: 'string' },
  untimed: { type: 'boolean' },
  ask: { type: 'boolean' },
  check: { type: 'string', multiple: true },
} as const;

type Flags = ReturnType<typeof readFlags>;

function readFlags() {
  return parseArgs({ options: flags }).values;
}

function optionsOf(values: Flags): LabOptions {
  return {
    port: whole('port', values.port ?? '4030'),
    ...(values.provider && { providers: values.provider }),
    ...(values['providers-dir'] && { providersDir: values['providers-dir'] }),
    ...(values.seed && { seed: whole('seed', values.seed) }),
    ...(values.records && { records: whole('records', values.records) }),
    ...(values.page && { usualPage: whole('page', values.page) }),
    ...(values.host && { host: values.host }),
    ...(values.epoch === 'now' && { epoch: Date.now() }),
    ...(values.untimed && { untimed: true }),
    ...(values.ask && { mustAsk: true }),
  };
}

function whole(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${name} must be a whole number of at least 0.`);
  return number;
}

/** Few records and short pages, so that every list has several pages and the last one is short. */
const CHECKED: LabOptions = { records: 10, usualPage: 3 };

/** Checks provider files and prints their faults and warnings. True when all of them conform. */
async function check(names: readonly string[], options: LabOptions): Promise<boolean> {
  const lab = await startLab({ ...options, ...CHECKED, providers: names, port: 0 });
  const untimed = await startLab({ ...options, ...CHECKED, providers: names, port: 0, untimed: true });
  let isWell = true;
  for (const name of names) {
    const faults = await conformanceFaults(lab, name);
    isWell &&= faults.length === 0;
    process.stdout.write(
      faults.length === 0 ? `${name}: conforms\n` : faults.map((one) => `${name}: ${one}\n`).join(''),
    );
    const warnings = warningsAboutLists(lab.provider(name));
    for (const { keys, detail } of warnings) process.stdout.write(`${name}: warning: ${keys.join('.')}: ${detail}\n`);
    for (const loss of await untimedLosses(untimed, name)) process.stdout.write(`${name}: warning: ${loss}\n`);
  }
  await lab.stop();
  await untimed.stop();
  return isWell;
}

async function main(): Promise<void> {
  const values = readFlags();
  if (values.check) {
    process.exitCode = (await check(values.check, optionsOf(values))) ? 0 : 1;
    return;
  }
  const lab = await startLab(optionsOf(values));
  process.stdout.write(`The provider lab serves ${lab.names().length} providers at ${lab.url}

  CAUSEWAY_LAB_URL=${lab.url} npm start      the platform, with every provider in the lab

  API key        ${LAB.apiKey}
  Basic          ${LAB.username} / ${LAB.password}
  OAuth client   ${LAB.clientId} / ${LAB.clientSecret}
  Faults         curl -X POST ${lab.url}/control/faults/hubspot -d '{"kind": "429", "object": "contacts"}'

docs/lab.md has the rest. Ctrl-C stops it.
`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void lab.stop().then(() => process.exit(0)));
}

main().catch((error: NodeJS.ErrnoException & { port?: number }) => {
  const { code, port, message } = error;
  const isTaken = code === 'EADDRINUSE';
  process.stderr.write(
    `${isTaken ? `Port ${port} is in use. Give another --port, or 0 for any free one.` : message}\n`,
  );
  process.exit(1);
});
