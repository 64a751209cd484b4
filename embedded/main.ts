import '../lib/process/supported_runtime.ts';
import process from 'node:process';
import { processEnvironment, readSettings } from '../lib/config/settings.ts';
import { createLog } from '../lib/log/log.ts';
import { StartFault } from '../lib/problem/start_fault.ts';
import { startOrExplain } from '../lib/process/explain_start.ts';
import { keepHeapSmall } from '../lib/process/keep_heap_small.ts';
import { keepFilesPrivate } from '../lib/process/private_files.ts';
import { stopOnSignal } from '../lib/process/run_process.ts';
import { startPlatform } from './platform.ts';
import { readyText, writeReady } from './ready.ts';
import { settings } from './settings.ts';
import { consoleNote } from './sign_in_link.ts';

keepFilesPrivate();
const { config, platform } = await startOrExplain(async () => {
  const config = readSettings(settings);
  if (config.form !== 'embedded')
    throw new StartFault('npm start is the embedded form. Unset CAUSEWAY_FORM, or use npm run start:services.');
  return { config, platform: await startPlatform({ ...config, environment: processEnvironment() }) };
});
// Called after the start: memory that the start allocates is never freed, so frequent garbage collections during the
// start would free nothing.
keepHeapSmall();
stopOnSignal(platform.stop, createLog({ service: 'embedded', level: 'error' }));
// The file is written after the signal handlers are set, because a script may stop the process as soon as the file
// exists.
if (config.readyJson) await startOrExplain(async () => writeReady(config.readyJson, platform.ready));
for (const warning of platform.warnings) process.stderr.write(`Warning: ${warning}\n`);
const lab = config.labUrl && [
  `Lab           every provider, the sandbox too, is simulated by ${config.labUrl} (CAUSEWAY_LAB_URL); API key lab-key`,
];
const isTerminal = Boolean(process.stdout.isTTY);
process.stdout.write(
  readyText(
    platform.ready,
    [
      await consoleNote(platform, { isTerminal }),
      ...(lab || []),
      `Log           ${platform.logFile}`,
      'Press Ctrl-C to stop.',
    ],
    {
      isTerminal,
    },
  ),
);
