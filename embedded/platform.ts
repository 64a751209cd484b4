import { createServer } from 'node:net';
import { settings as gatewaySettings } from '../gateway/config.ts';
import { start as startGateway } from '../gateway/gateway.ts';
import { labSetting } from '../lib/config/lab_setting.ts';
import { sandboxDefault } from '../lib/config/sandbox_setting.ts';
import {
  formerNameWarnings,
  readSettings,
  type Environment,
  type Settings,
  type Values,
} from '../lib/config/settings.ts';
import { unknownNameWarnings } from '../lib/config/unknown_names.ts';
import { inProcessBus } from '../lib/events/in_process_bus.ts';
import { newId } from '../lib/ids/ids.ts';
import { createLog, type LogLevel } from '../lib/log/log.ts';
import { fileSink } from '../lib/log/file_sink.ts';
import { freePort } from '../lib/process/free_port.ts';
import type { ProcessDeps } from '../lib/process/run_process.ts';
import { systemCall } from '../lib/rpc/call.ts';
import { rpcClient } from '../lib/rpc/client.ts';
import { systemClock } from '../lib/time/clock.ts';
import { settings as identitySettings } from '../services/identity/config.ts';
import { start as startIdentity } from '../services/identity/service.ts';
import { settings as installationSettings } from '../services/installation/config.ts';
import { start as startInstallation } from '../services/installation/service.ts';
import { settings as notificationsSettings } from '../services/notifications/config.ts';
import { start as startNotifications } from '../services/notifications/service.ts';
import { settings as readsSettings } from '../services/reads/config.ts';
import { start as startReads } from '../services/reads/service.ts';
import { lockDataDir, openDataDir } from './data_dir.ts';
import { readyOf, type Ready } from './ready.ts';

export type Platform = { origin: string; ready: Ready; logFile: string; stop(): Promise<void> };

type Options = { dataDir: string; port: number; publicUrl?: string; logLevel: LogLevel; environment: Environment };

/**
 * Runs all five processes in one: gRPC on loopback, SQLite, an in-process bus. Only this file knows all of them. It
 * calls the same composition roots as the five `main.ts` files. `warnings`: settings given by
 * former names.
 */
export async function startPlatform(options: Options): Promise<Platform & { warnings: string[] }> {
  const lock = lockDataDir(options.dataDir);
  const data = openDataDir(options.dataDir);
  const port = await portOf(options);
  const origin = options.publicUrl || `http://localhost:${port}`;
  labSetting({ labUrl: options.environment['CAUSEWAY_LAB_URL'] ?? '', publicUrl: origin });
  const bus = inProcessBus();
  const sink = fileSink(data.logFile);
  const deps = (service: string): ProcessDeps => ({
    log: createLog({ service, level: options.logLevel, sink }),
    clock: systemClock,
    newId,
    bus,
  });
  const token = data.internalToken;
  const environment: Environment = {
    CAUSEWAY_GATEWAY_HOST: '127.0.0.1',
    CAUSEWAY_GATEWAY_CORS_ORIGINS: 'http://localhost:*,http://127.0.0.1:*',
    CAUSEWAY_OUTBOUND_ALLOW: '127.0.0.0/8,::1/128,localhost',
    CAUSEWAY_OUTBOUND_ALLOW_HTTP: '1',
    CAUSEWAY_SANDBOX: sandboxDefault(origin),
    ...options.environment,
    CAUSEWAY_FORM: 'embedded',
    CAUSEWAY_PUBLIC_URL: origin,
    CAUSEWAY_INTERNAL_TOKEN: token,
    CAUSEWAY_KEYRING: data.keyring,
  };
  const ofService = (name: string) => ({
    ...environment,
    // The gateway in this process has a line for the same request.
    CAUSEWAY_REQUEST_LOG_LEVEL: 'debug',
    [`CAUSEWAY_${name}_HOST`]: '127.0.0.1',
    [`CAUSEWAY_${name}_PORT`]: '0',
    [`CAUSEWAY_${name}_DATABASE_URL`]: data.databaseUrl(name.toLowerCase()),
  });
  const warnings = unknownNameWarnings(options.environment);
  const read = <S extends Settings>(settings: S, given: Environment): Values<S> => {
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
  const notifications = await startNotifications(
    read(notificationsSettings, ofService('NOTIFICATIONS')),
    deps('notifications'),
  );
  environment['CAUSEWAY_NOTIFICATIONS_ADDRESS'] = notifications.address;
  const ready = readyOf(origin, await bootstrap(identity.address, token));
  const gateway = await startGateway(read(gatewaySettings, { ...environment, PORT: String(port) }), deps('gateway'));
  return {
    origin,
    ready,
    logFile: data.logFile,
    warnings,
    async stop() {
      for (const running of [gateway, notifications, reads, installation, identity]) await running.stop();
      await bus.close();
      sink.end();
      lock.release();
    },
  };
}

async function bootstrap(address: string, token: string) {
  const client = rpcClient('identity', { address, token });
  const found = await client.ensureBootstrap(systemCall('start', { newId, clock: systemClock }), {
    orgLabel: 'Demo',
    projectName: 'demo',
  });
  client.close();
  return found;
}

/**
 * Links and callback URLs contain the port, so it must be known before the first service starts. A port that is in use
 * fails here, before any work begins.
 */
function portOf({ port, environment }: Options): Promise<number> {
  const host = environment['CAUSEWAY_GATEWAY_HOST'] || '127.0.0.1';
  if (port === 0) return freePort();
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(port, host, () => probe.close(() => resolve(port)));
  });
}
