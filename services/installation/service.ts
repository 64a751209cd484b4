import { loadProviders } from '../../connectors/engine/file/providers.ts';
import { labSetting } from '../../lib/config/lab_setting.ts';
import { checkTestSwitches } from '../../lib/config/test_switches.ts';
import { createSealer } from '../../lib/crypto/sealer.ts';
import { migrateUp } from '../../lib/db/migrate.ts';
import { openDatabase } from '../../lib/db/open.ts';
import { startRelay } from '../../lib/events/relay.ts';
import { outboundClient } from '../../lib/http/outbound.ts';
import type { ProcessDeps, Running } from '../../lib/process/run_process.ts';
import { startRpcServer } from '../../lib/rpc/server.ts';
import { rulesBut } from '../../lib/rules/rules.ts';
import type { Config } from './config.ts';
import { engineConnectors } from './connectors.ts';
import { hearEvents } from './jobs/hear_events.ts';
import { keepTokensFresh } from './jobs/keep_tokens_fresh.ts';
import { revokeInBackground } from './jobs/revoke_in_background.ts';
import { tidyUp } from './jobs/tidy_up.ts';
import { migrations } from './migrations/migrations.ts';
import { connectionHandlers } from './rpc/connections.ts';
import { installationHandlers } from './rpc/installations.ts';
import { integrationHandlers } from './rpc/integrations.ts';
import { objectMetadataHandlers } from './rpc/object_metadata.ts';
import { providerHandlers } from './rpc/providers.ts';
import { readingHandlers } from './rpc/reading.ts';
import { uploadHandlers } from './rpc/uploads.ts';
import { sqlStores } from './store/stores.ts';
import { credentialBox } from './usecases/credential_box.ts';
import { useCases } from './use_cases.ts';

const REVOCATIONS = 'installation_revocations';

/** Starts installation: its database, the provider catalogue, its use cases, jobs and port. */
export async function start(config: Config, { log, clock, newId, bus }: ProcessDeps): Promise<Running> {
  checkTestSwitches(config, log);
  const db = openDatabase(config.databaseUrl, {
    log,
    dropFence: config.testDropFence,
    guard: config.guardTransactions,
  });
  await migrateUp(db, migrations);
  const lab = labSetting(config);
  if (lab) log.warn('the provider lab stands in for every provider', { labUrl: lab.url });
  const { outboundAllow: allow, outboundAllowHttp: allowHttp } = config;
  const policy = { allow, allowHttp, plain: lab ? [lab.host] : [] };
  const outbound = outboundClient(policy);
  const catalogue = loadProviders({ extraDir: config.providersDir || undefined, labUrl: lab?.url });
  const stores = sqlStores(db);
  const connectors = engineConnectors({ catalogue, send: outbound.send, policy, clock });
  const box = credentialBox(createSealer(config.keyring));
  const does = useCases(
    { stores, connectors, box, clock, newId, log, rules: rulesBut(config.testBreak) },
    { ...config, wakeRevoker: () => bus.wake(REVOCATIONS) },
  );
  const relay = startRelay({ db, bus, producer: 'installation', log, dropOutbox: config.testDropOutbox });
  const ears = await hearEvents({ bus, log, ...does });
  const tokens = keepTokensFresh({ ...does, log, everyMillis: config.refreshRound });
  const revoker = revokeInBackground({ ...does, log, everyMillis: config.revocationRound });
  const waking = bus.onWake(REVOCATIONS, revoker.nudge);
  const tidying = tidyUp({ ...does, log, everyMillis: config.tidyRound });
  const server = await startRpcServer({
    service: 'installation',
    handlers: {
      ...providerHandlers({ ...does, connectors, providerApps: stores.providerApps }),
      ...connectionHandlers({ ...does, connections: stores.connections }),
      ...integrationHandlers({ ...does, integrations: stores.integrations }),
      ...uploadHandlers(does),
      ...installationHandlers({ ...does, installations: stores.installations }),
      ...objectMetadataHandlers(does),
      ...readingHandlers(does),
    },
    port: config.port,
    host: config.host,
    token: config.internalToken,
    log,
  });
  return {
    ...server,
    async stop() {
      await Promise.all([ears.stop(), tokens.stop(), waking.stop(), revoker.stop(), tidying.stop()]);
      await server.stop();
      await does.renewalsSettled(); // what a provider just rotated exists nowhere else
      await relay.stop();
      await outbound.close();
      await db.destroy();
    },
  };
}
