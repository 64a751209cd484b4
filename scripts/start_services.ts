import '../lib/process/supported_runtime.ts';
import { resolve } from 'node:path';
import process from 'node:process';
import { lockDataDir } from '../embedded/data_dir.ts';
import { readyText, writeReady } from '../embedded/ready.ts';
import { consoleNote } from '../embedded/sign_in_link.ts';
import { processEnvironment, readSettings } from '../lib/config/settings.ts';
import { createLog } from '../lib/log/log.ts';
import { startOrExplain } from '../lib/process/explain_start.ts';
import { keepFilesPrivate } from '../lib/process/private_files.ts';
import { stopOnSignal } from '../lib/process/run_process.ts';
import { ensureServers } from './servers/ensure_servers.ts';
import { startServiceGroup } from './services/service_group.ts';
import { settings } from './services/settings.ts';

/**
 * `npm run start:services`: runs the processes with their own MariaDB and NATS on one machine. A process that exits is
 * restarted. Ctrl-C stops the gateway first, then the services, then the servers, all gracefully.
 */
keepFilesPrivate();
const config = await startOrExplain(async () => {
  const config = readSettings(settings);
  lockDataDir(config.dataDir);
  return config;
});
ensureServers();
process.stdout.write('Starting MariaDB, NATS and the processes …\n');
const group = await startServiceGroup({
  ...config,
  environment: processEnvironment(),
  revive: true,
  say: (line) => void process.stderr.write(`${line}\n`),
}).catch((err: Error) => {
  process.stderr.write(`${err.message}\n`);
  process.exit(1);
});
// This comes before the ready message, because the reader of that message may send a signal immediately.
stopOnSignal(group.stop, createLog({ service: 'start_services', level: 'error' }));
if (config.readyJson) writeReady(config.readyJson, group.ready);
const isTerminal = Boolean(process.stdout.isTTY);
process.stdout.write(
  readyText(
    group.ready,
    [
      await consoleNote(group, { isTerminal }),
      `Processes     ${group.processes.map(({ name, pid }) => `${name} ${pid}`).join(', ')}`,
      `Servers       MariaDB ${group.mariadb.pid}, NATS ${group.nats.pid} at ${group.nats.url}`,
      `Logs          ${resolve(config.dataDir, 'logs')}`,
      'Press Ctrl-C to stop.',
    ],
    { isTerminal },
  ),
);
