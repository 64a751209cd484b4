import { createCallBudgets } from '../../connectors/calls/call_budgets.ts';
import { providerCalls } from '../../connectors/calls/provider_calls.ts';
import { loadProviders, type ProviderCatalogue } from '../../connectors/engine/catalogue/providers.ts';
import { createSealer, newKeyring } from '../../lib/crypto/sealer.ts';
import { setDatabaseClock } from '../../lib/db/now.ts';
import type { Db } from '../../lib/db/open.ts';
import { outboundClient, type SendRequest } from '../../lib/http/outbound.ts';
import { newId } from '../../lib/ids/ids.ts';
import type { Log } from '../../lib/log/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { startLab } from '../../sandbox/lab/lab.ts';
import { LAB } from '../../sandbox/lab/sign_in/credentials.ts';
import { makePermitSource } from '../../services/installation/budgets/rate_budgets.ts';
import { engineConnectors } from '../../services/installation/clients/engine_connectors.ts';
import { migrations } from '../../services/installation/migrations/migrations.ts';
import { credentialBox } from '../../services/installation/secrets/credential_box.ts';
import { sqlStores } from '../../services/installation/stores.ts';
import type { RefreshTimes } from '../../services/installation/tokens/refresh_under_lease.ts';
import { makeUseCases } from '../../services/installation/use_cases.ts';
import type { TestEngine } from './engines.ts';
import { BROWSER, FROM_SERVER } from './installation_world.ts';

export const PROVIDER = 'hubspot';
/** A provider that connects with an API key. */
const KEY_PROVIDER = 'stripe';
const PROJECT = '01900000-0000-7000-8000-0000000000aa';
const PUBLIC_URL = 'https://causeway.example';

type Options = { times?: Partial<RefreshTimes>; replicas?: number };
type TokenReplica = ReturnType<typeof makeUseCases> & {
  /** Simulates a kill -9 between the provider's next answer and the commit: the answer arrives and is discarded. */
  dieAtNextAnswer(): Promise<void>;
};
export type TokenReplicas = Awaited<ReturnType<typeof tokenReplicas>>;

/**
 * Several installation services with handles on one database, in front of a lab over HTTP. All use one clock that tests
 * move.
 */
export async function tokenReplicas(engine: TestEngine, { times = {}, replicas: count = 4 }: Options) {
  const database = await engine.open(migrations);
  let offset = 0;
  const clock: Clock = { now: () => Date.now() + offset };
  const lab = await startLab({ providers: [PROVIDER, KEY_PROVIDER], records: 1, clock });
  const catalogue = loadProviders({ labUrl: lab.url });
  const outbound = outboundClient({ allow: ['127.0.0.0/8'], allowHttp: true });
  const sealer = createSealer(newKeyring());
  const errors: string[] = [];
  const handles = Array.from({ length: count }, () => database.replica());
  const replicas = handles.map((db) => replica({ db, catalogue, send: outbound.send, clock, sealer, errors, times }));
  const [first] = replicas as [TokenReplica];
  const call = () => ({ requestId: 'r', principal: 'system:test', deadline: clock.now() + 60_000 });
  const db = database.db;

  async function signIn(consumerRef = 'ada'): Promise<string> {
    const who = { projectId: PROJECT, provider: PROVIDER, groupRef: 'acme', groupName: '', consumerName: '' };
    const rest = { consumerRef, workspaceRef: '', metadataJson: '', providerAppId: '' };
    const page = await first.startOauth(call(), { ...who, ...rest, ...FROM_SERVER });
    const token = new URL(page.url).searchParams.get('session') ?? '';
    const { url } = await first.continueSignIn(call(), { token, browserSecret: BROWSER });
    const response = await outbound.send({ method: 'GET', url });
    const back = new URL(response.headers['location'] ?? '').searchParams;
    const answer = { state: back.get('state') ?? '', code: back.get('code') ?? '', error: '', errorDescription: '' };
    const { connectionId, error } = await first.completeOauth(call(), {
      ...answer,
      issuer: back.get('iss') ?? '',
      browserSecrets: [BROWSER],
    });
    if (error) throw new Error(error);
    return connectionId;
  }

  await first.createProviderApp(call(), {
    projectId: PROJECT,
    provider: PROVIDER,
    clientId: 'lab-client',
    clientSecret: 'lab-secret',
    externalRef: '',
    scopes: ['crm.objects.contacts.read'],
    metadataJson: '',
  });
  return {
    lab,
    replicas,
    /** The messages that were logged as errors. */
    errors,
    signIn,
    /** Creates a connection with the lab's API key; returns its id. */
    byKey: async (consumerRef: string): Promise<string> => {
      const people = { groupRef: 'acme', groupName: '', consumerRef, consumerName: '', workspaceRef: '' };
      const credentialsJson = JSON.stringify({ apiKey: LAB.apiKey });
      const account = { projectId: PROJECT, provider: KEY_PROVIDER, ...people, metadataJson: '' };
      return (await first.generateConnection(call(), { ...account, credentialsJson, integrationIdOrName: '' }))
        .connection.id;
    },
    /** The generation of the credentials for a call, or the kind of the problem. */
    authOf: (replica: TokenReplica, connectionId: string) =>
      replica.getCallAuth(call(), { projectId: PROJECT, connectionId }).then(
        ({ generation }) => generation,
        (error: { kind?: string }) => error.kind ?? String(error),
      ),
    tokenOf: async (connectionId: string) =>
      (await first.getCallAuth(call(), { projectId: PROJECT, connectionId })).headers['Authorization'] ?? '',
    reject: (replica: TokenReplica, connectionId: string, generation: number) =>
      replica
        .reportRejected(call(), { projectId: PROJECT, connectionId, generation })
        .catch((error: { kind?: string }) => {
          if (!['providerFailed', 'unavailable'].includes(error.kind ?? '')) throw error;
        }),
    rowOf: async (connectionId: string) => (await sqlStores(db).connections.findSecret(PROJECT, connectionId))!,
    spends: () => lab.control.stats(PROVIDER).refreshTokens,
    pass(ms: number) {
      offset += ms;
    },
    /** Advances the database's clock, which decides when leases expire. */
    passLeases(ms: number) {
      for (const handle of [db, ...handles]) setDatabaseClock(handle, { originMs: 0, offsetMs: ms, scale: 1 });
    },
    async eventsOf(connectionId: string): Promise<{ type: string; errors?: string[] }[]> {
      const rows = (await db('outbox').orderBy('id').select('type', 'payload')) as { type: string; payload: string }[];
      return rows
        .map(({ type, payload }) => ({ type, ...(JSON.parse(payload) as { connectionId: string; errors?: string[] }) }))
        .filter((event) => event.connectionId === connectionId);
    },
    async close() {
      await Promise.all(replicas.map((one) => one.refreshesSettled()));
      await outbound.close();
      await lab.stop();
      await database.close();
    },
  };
}

type Parts = {
  db: Db;
  catalogue: ProviderCatalogue;
  send: SendRequest;
  clock: Clock;
  sealer: ReturnType<typeof createSealer>;
  errors: string[];
  times: Partial<RefreshTimes>;
};

function replica({ db, catalogue, send, clock, sealer, errors, times }: Parts): TokenReplica {
  let died: (() => void) | null = null;
  const mortal: SendRequest = async (request) => {
    const response = await send(request);
    if (!died) return response;
    died();
    return new Promise(() => {});
  };
  const policy = { allow: ['127.0.0.0/8'], allowHttp: true };
  const silent = () => {};
  const log = { debug: silent, info: silent, warn: silent, error: (msg: string) => errors.push(msg) } as unknown as Log;
  const stores = sqlStores(db);
  const budgets = createCallBudgets({ permits: makePermitSource({ stores }), clock, log });
  const connectors = engineConnectors({ catalogue, calls: providerCalls(mortal), budgets, policy, clock });
  const deps = { stores, connectors, box: credentialBox(sealer), clock, newId, log };
  const refreshTimes = { retryMs: 10, ...times };
  const useCases = makeUseCases(deps, { publicUrl: PUBLIC_URL, internalToken: 'shared', refreshTimes });
  let isDead = false;
  return {
    ...useCases,
    refreshesSettled: () => (isDead ? Promise.resolve() : useCases.refreshesSettled()),
    dieAtNextAnswer: () =>
      new Promise<void>((resolve) => {
        died = () => {
          isDead = true;
          resolve();
        };
      }),
  };
}
