import process from 'node:process';
import type { Bus } from '../events/bus.ts';
import { natsBus } from '../events/nats_bus.ts';
import { formerNameWarnings, maskedSettings, readSettings, type Settings, type Values } from '../config/settings.ts';
import type { sharedSettings } from '../config/shared_settings.ts';
import { newId, type NewId } from '../ids/ids.ts';
import { createLog, type Log } from '../log/log.ts';
import { systemClock, type Clock } from '../time/clock.ts';
import { keepHeapSmall } from './keep_heap_small.ts';

/** Dependencies of a composition root: one instance per process, or controlled by tests. */
export type ProcessDeps = { log: Log; clock: Clock; newId: NewId; bus: Bus };

/** A started service or gateway. `stop` drains and then resolves. */
export type Running = { port: number; address: string; stop(): Promise<void> };

type Program<S extends Settings> = {
  service: string;
  settings: S & typeof sharedSettings;
  start(config: Values<S & typeof sharedSettings>, deps: ProcessDeps): Promise<Running>;
};

/** Main function of a process of the services form: settings, log, bus, start, and drain on SIGTERM or SIGINT. */
export async function runProcess<S extends Settings>({ service, settings, start }: Program<S>): Promise<void> {
  keepHeapSmall();
  const config = readSettings(settings) as Values<S & typeof sharedSettings>;
  const log = createLog({ service, level: config.logLevel as 'info' });
  log.info('settings', maskedSettings(settings));
  for (const warning of formerNameWarnings(settings)) log.warn('former name of a setting', { warning });
  const bus = natsBus({ url: config.natsUrl as string, prefix: config.natsPrefix as string, log });
  const running = await start(config, { log, clock: systemClock, newId, bus });
  log.info('ready', { address: running.address });
  stopOnSignal(async () => {
    await running.stop();
    await bus.close();
  }, log);
}

/** Runs `stop` on the first SIGTERM or SIGINT, then exits with 0, or with 1 when draining failed. */
export function stopOnSignal(stop: () => Promise<void>, log: Log): void {
  let stopping = false;
  const onSignal = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info('draining', { signal });
    stop().then(
      () => process.exit(0),
      (err: unknown) => {
        log.error('drain failed', { err });
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('unhandledRejection', (err) => log.error('unhandled rejection', { err }));
}
