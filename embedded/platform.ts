import { createServer } from 'node:net';
import { settings as gatewaySettings } from '../gateway/config.ts';
import { start as startGateway } from '../gateway/gateway.ts';
import { labSetting } from '../lib/config/lab_setting.ts';
import { sandboxDefault } from '../lib/config/sandbox_setting.ts';
import {
  type Environment,
  formerNameWarnings,
  readSettings,
  type Settings,
  type SettingValues,
} from '../lib/config/settings.ts';
import { unknownNameWarnings } from '../lib/config/unknown_names.ts';
import { inProcessBus } from '../lib/events/in_process_bus.ts';
import { localOutbound, localTargetWarnings } from '../lib/http/local_targets.ts';
import { newId } from '../lib/ids/ids.ts';
import { fileSink } from '../lib/log/file_sink.ts';
import { createLog, type LogLevel } from '../lib/log/log.ts';
import { freePort } from '../lib/process/free_port.ts';
import type { ProcessDeps } from '../lib/process/run_process.ts';
import { systemCall } from '../lib/rpc/call.ts';
import { rpcClient } from '../lib/rpc/client.ts';
import { serveMetrics } from '../lib/telemetry/serve_metrics.ts';
import { startTracing } from '../lib/telemetry/start_tracing.ts';
import { systemClock } from '../lib/time/clock.ts';
import type { ProcessName } from '../lib/trust/arrows.ts';
import { newProcessKeys } from '../lib/trust/process_keys.ts';
import { createTrust, type ProcessTrust } from '../lib/trust/trust.ts';
import { defaultOrigins } from '../lib/url/origin.ts';
import { settings as identitySettings } from '../services/identity/config.ts';
import { start as startIdentity } from '../services/identity/service.ts';
import { settings as installationSettings } from '../services/installation/config.ts';
import { start as startInstallation } from '../services/installation/service.ts';
import { settings as notificationsSettings } from '../services/notifications/config.ts';
import { start as startNotifications } from '../services/notifications/service.ts';
import { settings as readsSettings } from '../services/reads/config.ts';
import { start as startReads } from '../services/reads/service.ts';
import { settings as writesSettings } from '../services/writes/config.ts';
import { start as startWrites } from '../services/writes/service.ts';
import { lockDataDir, openDataDir } from './data_dir.ts';
import { type Ready, readyOf } from './ready.ts';
import { type Identity, newSignInLink } from './sign_in_link.ts';

export type Platform = { origin: string; ready: Ready; logFile: string; stop(): Promise<void> };
/**
 * `warnings`: about settings with former or unknown names, and if callers from other machines could make the platform
 * call its own machine.
 * `signInLink` makes a link that signs the first builder in to the console.
 */
type Started = Platform & { warnings: string[]; signInLink(): Promise<string> };

type Options = { dataDir: string; port: number; publicUrl?: string; logLevel: LogLevel; environment: Environment };

/**
 * Runs the gateway and all services in this process, with SQLite and an in-process bus. It calls the same `start`
 * functions as their `main.ts` files; only this file imports all of them.
 */
export async function startPlatform(options: Options): Promise<Started> {
  const lock = lockDataDir(options.dataDir);
  const data = openDataDir(options.dataDir);
  const port = await portOf(options);
  const origin = options.publicUrl || `http://localhost:${port}`;
  labSetting({ labUrl: options.environment['CAUSEWAY_LAB_URL'] ?? '', publicUrl: origin });
  const bus = inProcessBus();
  const token = data.internalToken;
  const sink = fileSink(data.logFile);
  const trustOf = newTrusts(token);
  const deps = (service: ProcessName): ProcessDeps => ({
    log: createLog({ service, level: options.logLevel, sink }),
    clock: systemClock,
    newId,
    bus,
    trust: trustOf(service),
  });
  const environment: Environment = {
    CAUSEWAY_GATEWAY_CORS_ORIGINS: defaultOrigins(origin).join(','),
    ...localOutbound({ host: hostOf(options), publicUrl: origin }),
    CAUSEWAY_SANDBOX: sandboxDefault(origin),
    ...options.environment,
    CAUSEWAY_GATEWAY_HOST: hostOf(options),
    CAUSEWAY_FORM: 'embedded',
    CAUSEWAY_PUBLIC_URL: origin,
    CAUSEWAY_INTERNAL_TOKEN: token,
    CAUSEWAY_KEYRING: data.keyring,
  };
  const ofService = (name: string) => ({
    ...environment,
    // The gateway, which runs in this process too, already logs the same request.
    CAUSEWAY_REQUEST_LOG_LEVEL: 'debug',
    [`CAUSEWAY_${name}_HOST`]: '127.0.0.1',
    [`CAUSEWAY_${name}_PORT`]: '0',
    [`CAUSEWAY_${name}_DATABASE_URL`]: data.databaseUrl(name.toLowerCase()),
  });
  const warnings = unknownNameWarnings(options.environment);
  const read = <S extends Settings>(settings: S, given: Environment): SettingValues<S> => {
    warnings.push(...formerNameWarnings(settings, given));
    return readSettings(settings, given);
  };
  const identity = await startIdentity(read(identitySettings, ofService('IDENTITY')), deps('identity'));
  environment['CAUSEWAY_IDENTITY_ADDRESS'] = identity.address;
  const installation = await startInstallation(
    read(installationSettings, ofService('INSTALLATION')),
    deps('installation'),
  );
  environment['CAUSEWAY_INSTALLATION_ADDRESS'] = installation.address;
  const reads = await startReads(read(readsSettings, ofService('READS')), deps('reads'));
  environment['CAUSEWAY_READS_ADDRESS'] = reads.address;
  const writes = await startWrites(read(writesSettings, ofService('WRITES')), deps('writes'));
  environment['CAUSEWAY_WRITES_ADDRESS'] = writes.address;
  const notifications = await startNotifications(
    read(notificationsSettings, ofService('NOTIFICATIONS')),
    deps('notifications'),
  );
  environment['CAUSEWAY_NOTIFICATIONS_ADDRESS'] = notifications.address;
  const ready = readyOf(origin, await bootstrap({ address: identity.address, trust: trustOf('gateway'), origin }));
  const gatewayConfig = read(gatewaySettings, { ...environment, PORT: String(port) });
  warnings.push(...localTargetWarnings(gatewayConfig, gatewayConfig.outboundAllow));
  const metrics = await serveMetrics(gatewayConfig);
  const tracing = await startTracing(gatewayConfig, 'causeway');
  const gateway = await startGateway(gatewayConfig, deps('gateway'));
  return {
    origin,
    ready,
    logFile: data.logFile,
    warnings,
    signInLink: () => newSignInLink({ address: identity.address, trust: trustOf('gateway'), origin }),
    async stop() {
      for (const running of [gateway, notifications, writes, reads, installation, identity]) await running.stop();
      await bus.close();
      await tracing.stop();
      await metrics.stop();
      sink.end();
      lock.release();
    },
  };
}

/** Makes new keys at each start, because only this process calls its ports. */
function newTrusts(token: string): (process: ProcessName) => ProcessTrust {
  const { privateKeys, publicKeys } = newProcessKeys();
  const keys = { publicKeys: publicKeys.split(',') };
  return (process) => createTrust({ process, token, key: privateKeys[process], ...keys }, systemClock);
}

async function bootstrap({ address, trust, origin }: Identity) {
  const client = rpcClient('identity', { address, trust });
  const found = await client.ensureBootstrap(systemCall('start', { newId, clock: systemClock }), {
    orgLabel: 'Demo',
    projectName: 'demo',
    allowedOrigins: defaultOrigins(origin),
  });
  client.close();
  return found;
}

function hostOf({ environment }: Pick<Options, 'environment'>): string {
  return environment['CAUSEWAY_GATEWAY_HOST'] || '127.0.0.1';
}

/**
 * Returns the port of the gateway, or any free port for 0. Links and callback URLs contain it, so it must be known
 * before the first service starts. Rejects if the port is in use.
 */
function portOf({ port, environment }: Options): Promise<number> {
  const host = hostOf({ environment });
  if (port === 0) return freePort();
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(port, host, () => probe.close(() => resolve(port)));
  });
}
