import '../lib/process/supported_runtime.ts';
import { rmSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { lockDataDir } from '../embedded/data_dir.ts';
import { type Platform, startPlatform } from '../embedded/platform.ts';
import { readyText } from '../embedded/ready.ts';
import { createLog } from '../lib/log/log.ts';
import { startOrExplain } from '../lib/process/explain_start.ts';
import { keepFilesPrivate } from '../lib/process/private_files.ts';
import { stopOnSignal } from '../lib/process/run_process.ts';
import { startSandbox } from '../sandbox/sandbox.ts';
import { progressBar } from './scenario/progress_bar.ts';
import { type Receiver, startReceiver } from './scenario/receiver.ts';
import { SANDBOX_OBJECTS } from './scenario/sandbox_objects.ts';
import { runScenario, type ScenarioResult } from './scenario/scenario.ts';

const DATA_DIR = '.causeway/demo';
keepFilesPrivate();

const OPTIONS = { records: { type: 'string', default: '5000' }, once: { type: 'boolean', default: false } } as const;
const { values } = await startOrExplain(async () => parseArgs({ options: OPTIONS }));
const records = Number(values.records);
if (!Number.isInteger(records) || records < 1 || records > 10_000_000) {
  process.stderr.write('--records must be an integer from 1 to 10000000\n');
  process.exit(2);
}
const stays = Boolean(process.stdout.isTTY) && !values.once;

process.stdout.write('Starting Causeway and the sandbox provider …\n');
await startOrExplain(async () => lockDataDir(DATA_DIR).release());
rmSync(DATA_DIR, { recursive: true, force: true });
const sandbox = await startSandbox({ port: 0, records });
const receiver = await startReceiver();
const platform = await startOrExplain(() =>
  startPlatform({
    dataDir: DATA_DIR,
    port: stays ? Number(process.env['PORT'] ?? 8080) : 0,
    logLevel: 'info',
    environment: { ...process.env, CAUSEWAY_SANDBOX: '1' },
  }),
);
const bar = progressBar(process.stdout, 'Reading');
const result = await runScenario({
  ready: platform.ready,
  receiver,
  provider: 'sandbox',
  objects: SANDBOX_OBJECTS,
  timeoutMs: 60_000 + records,
  credentials: { apiKey: 'sandbox-key', providerMetadata: { baseUrl: sandbox.url } },
  onProgress: (read) => bar.show(read, records * SANDBOX_OBJECTS.length),
});
bar.end();
const missing = missingRecords(receiver);
process.stdout.write(summary(result, missing, platform));
if (stays) {
  process.stdout.write(
    readyText(
      platform.ready,
      [await consoleLine(), `Sandbox       ${sandbox.url} (key sandbox-key)`, 'Press Ctrl-C to stop.'],
      {
        isTerminal: true,
      },
    ),
  );
  stopOnSignal(stop, createLog({ service: 'demo', level: 'error' }));
} else {
  await stop();
  process.exit(missing === 0 ? 0 : 1);
}

async function stop(): Promise<void> {
  await platform.stop();
  await receiver.stop();
  await sandbox.stop();
}

/** The number of records that the backfills did not deliver, plus the number of invalid messages. */
function missingRecords({ recordIds, counts }: Receiver): number {
  const missingIds = SANDBOX_OBJECTS.reduce(
    (sum, { name, mapToName }) => sum + records - recordIds(mapToName ?? name).size,
    0,
  );
  return missingIds + counts.refused + counts.changedBodies;
}

function summary({ read, ms, installationId }: ScenarioResult, gaps: number, { ready, logFile }: Platform): string {
  const backfilled = records * SANDBOX_OBJECTS.length;
  const line = (name: string, text: string | number) => `  ${name.padEnd(14)}${text}\n`;
  return [
    '\n',
    line('Read', `${read.toLocaleString('en')} records (two backfills, one triggered read)`),
    line(
      'Delivered',
      `${receiver.counts.records.toLocaleString('en')} records in ${receiver.counts.messages} messages`,
    ),
    line('Verified', `${receiver.counts.verified} signatures, ${receiver.counts.refused} refused`),
    line('Events', [...new Set(receiver.notifications)].join(', ')),
    line('Missing', gaps === 0 ? 'none' : gaps),
    line(
      'Rate',
      `${Math.round((backfilled / ms) * 1000).toLocaleString('en')} records/s from provider to verified webhook`,
    ),
    '\n',
    line(
      'Look next',
      `GET ${ready.baseUrl}/projects/${ready.project.name}/installations (installation ${installationId})`,
    ),
    line('', `log: ${logFile}, data: ${DATA_DIR}, docs/guides/first_integration.md for your own manifest`),
  ].join('');
}

/** The line with a sign-in link. It is printed only in a terminal, because elsewhere `stays` is false. */
async function consoleLine(): Promise<string> {
  return `Console       ${await platform.signInLink()}`;
}
