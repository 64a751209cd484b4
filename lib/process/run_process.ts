import process from 'node:process';
import { setTimeout } from 'node:timers';
import {
  formerNameWarnings,
  maskedSettings,
  readSettings,
  type Settings,
  type SettingValues,
} from '../config/settings.ts';
import type { sharedSettings } from '../config/shared_settings.ts';
import { unknownNameWarnings } from '../config/unknown_names.ts';
import type { EventBus } from '../events/bus.ts';
import { inProcessBus } from '../events/in_process_bus.ts';
import { usesBus } from '../events/nats_rights.ts';
import { type NewId, newId } from '../ids/ids.ts';
import { createLog, type Log } from '../log/log.ts';
import { serveMetrics } from '../telemetry/serve_metrics.ts';
import { startTracing } from '../telemetry/start_tracing.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import type { ProcessName } from '../trust/arrows.ts';
import { createTrust, type ProcessTrust } from '../trust/trust.ts';
import { startOrExplain } from './explain_start.ts';
import { keepHeapSmall } from './keep_heap_small.ts';
import { keepFilesPrivate } from './private_files.ts';
import { trustWarnings } from './trust_warnings.ts';

/** Dependencies that a process creates once and passes to its service; tests pass controlled dependencies. */
export type ProcessDeps = { log: Log; clock: Clock; newId: NewId; bus: EventBus; trust: ProcessTrust };

/** A started service or gateway. `stop` drains and then resolves. */
export type RunningProcess = { port: number; address: string; stop(): Promise<void> };

type ProcessProgram<S extends Settings> = {
  service: ProcessName;
  settings: S & typeof sharedSettings;
  start(config: SettingValues<S & typeof sharedSettings>, deps: ProcessDeps): Promise<RunningProcess>;
};

/**
 * The main function of a process of the services form: it reads settings, starts the service, and drains on a signal.
 */
export async function runProcess<S extends Settings>({ service, settings, start }: ProcessProgram<S>): Promise<void> {
  keepFilesPrivate();
  keepHeapSmall();
  const config = (await startOrExplain(async () => readSettings(settings))) as SettingValues<S & typeof sharedSettings>;
  const shared = config as SettingValues<typeof sharedSettings>;
  const log = createLog({ service, level: config.logLevel as 'info' });
  log.info('settings', maskedSettings(settings));
  for (const warning of formerNameWarnings(settings)) log.warn('former name of a setting', { warning });
  for (const warning of unknownNameWarnings()) log.warn('unknown setting', { warning });
  for (const warning of trustWarnings(service, shared)) log.warn('processes not protected', { warning });
  const { bus, running, metrics, tracing } = await startOrExplain(
    async () => {
      const metrics = await serveMetrics(shared);
      const tracing = await startTracing(shared, `causeway-${service}`);
      const trust = trustOf(service, shared);
      const bus = usesBus(service) ? await loadNatsBus(shared, { log, trust }) : inProcessBus();
      return { bus, metrics, tracing, running: await start(config, { log, clock: systemClock, newId, bus, trust }) };
    },
    (reason) => log.error('start failed', { reason }),
  );
  log.info('ready', { address: running.address });
  stopOnSignal(async () => {
    await running.stop();
    await bus.close();
    await tracing.stop();
    await metrics.stop();
  }, log);
}

/** Loads the NATS client dynamically, because the embedded form does not need it. */
async function loadNatsBus(
  { natsUrl, natsPrefix }: Pick<SettingValues<typeof sharedSettings>, 'natsUrl' | 'natsPrefix'>,
  deps: { log: Log; trust: ProcessTrust },
): Promise<EventBus> {
  const { natsBus } = await import('../events/nats_bus.ts');
  return natsBus({ url: natsUrl, prefix: natsPrefix, ...deps });
}

export function trustOf(
  process: ProcessName,
  {
    internalToken,
    processKey,
    processPublicKeys,
    acceptUnsigned,
  }: Pick<
    SettingValues<typeof sharedSettings>,
    'internalToken' | 'processKey' | 'processPublicKeys' | 'acceptUnsigned'
  >,
): ProcessTrust {
  const keys = { key: processKey, publicKeys: processPublicKeys, acceptUnsigned };
  return createTrust({ process, token: internalToken, ...keys }, systemClock);
}

/** Max time of the drain after an unhandled rejection: the broken part may never stop by itself. Ms. */
const MAX_DRAIN_MS = 10_000;

/**
 * Runs `stop` on the first SIGTERM or SIGINT, then exits with 0, or with 1 when draining failed.
 *
 * Every loop catches its errors, so an unhandled rejection is a bug, and it is unknown which work has stopped. A
 * process that answers health checks but does no work is worse than a restart, which is always safe. So the process
 * drains and exits with 1, and its supervisor restarts it.
 */
export function stopOnSignal(stop: () => Promise<void>, log: Log): void {
  let stopping = false;
  const drain = (code: number) => {
    if (stopping) return;
    stopping = true;
    stop().then(
      () => process.exit(code),
      (err: unknown) => {
        log.error('drain failed', { err });
        process.exit(1);
      },
    );
  };
  const onSignal = (signal: string) => {
    if (!stopping) log.info('draining', { signal });
    drain(0);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('unhandledRejection', (err) => {
    log.error('unhandled rejection, the process stops', { err });
    setTimeout(() => process.exit(1), MAX_DRAIN_MS).unref();
    drain(1);
  });
}
