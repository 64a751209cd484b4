import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { busProcesses } from '../lib/events/nats_rights.ts';
import { startOrExplain } from '../lib/process/explain_start.ts';
import { isProcessName, PROCESSES, type ProcessName } from '../lib/trust/arrows.ts';
import { newKeyPair } from '../lib/trust/process_keys.ts';

/**
 * `npm run process:keys`: prints new keys for every process, and new passwords for their NATS users, as lines of an
 * environment file for compose or a Kubernetes Secret. `-- reads` prints only the lines of reads, to change its key.
 */
const { values, positionals } = await startOrExplain(async () =>
  parseArgs({
    allowPositionals: true,
    options: { nats: { type: 'string', default: 'nats:4222' } },
  }),
);
const unknown = positionals.filter((name) => !isProcessName(name));
if (unknown.length > 0) {
  process.stderr.write(`${unknown.join(', ')}: the processes are ${PROCESSES.join(', ')}.\n`);
  process.exit(2);
}
const wanted = PROCESSES.filter((name) => positionals.length === 0 || positionals.includes(name));
const pairs = wanted.map((name) => ({ name, ...newKeyPair() }));
process.stdout.write(
  [
    `CAUSEWAY_PROCESS_PUBLIC_KEYS=${pairs.map(({ name, publicKey }) => `${name}:${publicKey}`).join()}`,
    ...pairs.map(({ name, privateKey }) => `CAUSEWAY_${name.toUpperCase()}_PROCESS_KEY=${privateKey}`),
    ...wanted.filter((name) => busProcesses.includes(name)).flatMap(natsLines),
    '',
  ].join('\n'),
);

/** A password begins with a letter, because the NATS configuration reads a text of digits as a number. */
function natsLines(name: ProcessName): string[] {
  const password = `n${randomBytes(24).toString('hex')}`;
  return [
    `CAUSEWAY_NATS_${name.toUpperCase()}_PASSWORD=${password}`,
    `CAUSEWAY_${name.toUpperCase()}_NATS_URL=nats://${name}:${password}@${values.nats}`,
  ];
}
