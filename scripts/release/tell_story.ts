import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import type { Ready } from '../../embedded/ready.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type Api, createApi } from '../scenario/api.ts';
import {
  CREDENTIALS,
  MAIN_PATH,
  PAGE_SIZE,
  PAGES_BEFORE_KILL,
  REFUSING_PATH,
  type Read,
  receiverUrl,
  type Story,
} from './fixture_world.ts';
import type { RefusingReceiver } from './refusing_receiver.ts';
import { signInAtSandbox } from './sign_in_at_sandbox.ts';

type World = { ready: Ready; sandbox: Sandbox; receiver: RefusingReceiver };
type Operation = {
  id: string;
  status: string;
  result?: string;
  metadata: { objects: string[]; progress: { recordsProcessed: number; recordsPending: number } };
};
type Installing = { api: Api; integrationId: string; groupRef: string; provider: string; objectNames: string[] };

const EVENT_TYPES = ['installation.created', 'read.backfill.done', 'read.triggered.done', 'connection.error'];
const TIMEOUT_MS = 60_000;
/** Longer than this program runs, so the page never arrives and the platform is killed while it waits. Ms. */
const NEVER_MS = 3_600_000;

/**
 * Creates, through the public interface only, all data that an upgrade must keep. When it resolves, a read waits for a
 * page that never arrives, and the receiver refuses everything, so that messages are pending.
 */
export async function tellStory({ ready, sandbox, receiver }: World): Promise<Omit<Story, 'waiting'>> {
  const api = createApi(`${ready.baseUrl}/projects/${ready.project.name}`, ready.apiKey);
  const { key: apiKey } = await api.post<{ key: string }>('/api-keys', { label: 'of the release fixture' });
  const signingKeys = await addDestinations(api);
  const [crm, long, byOAuth] = await deploy(api);
  await connectByKey(api, sandbox);
  const { connectionId, refreshToken } = await connectByOAuth(ready, api, sandbox);
  const acme = await install({
    api,
    integrationId: crm,
    groupRef: 'acme',
    provider: 'sandbox',
    objectNames: ['contacts', 'companies'],
  });
  const globex = await install({
    api,
    integrationId: byOAuth,
    groupRef: 'globex',
    provider: 'sandboxOAuth',
    objectNames: ['contacts'],
  });
  const [contacts, companies] = await Promise.all([finished(api, acme, 'contacts'), finished(api, acme, 'companies')]);
  const oauthContacts = await finished(api, globex, 'contacts');
  await until(async () => pendingOf(await api.get(`/operations/${contacts.operationId}`)) === 0, 'contacts delivered');
  await until(async () => pendingOf(await api.get(`/operations/${oauthContacts.operationId}`)) === 0, 'the others too');
  await until(async () => receiver.refused().length * PAGE_SIZE >= (await processed(api, companies)), 'refusals');
  receiver.refuseAll();
  const interrupted = await interrupt(api, long, { sandbox, receiver });
  return {
    bootstrapKey: ready.apiKey,
    apiKey,
    signingKeys,
    finished: contacts,
    interrupted,
    oauth: { ...oauthContacts, connectionId, refreshToken },
  };
}

/**
 * Starts a read and stops it after some committed pages: the receiver refuses its messages, and its next page never
 * arrives.
 */
async function interrupt(
  api: Api,
  integrationId: string,
  { sandbox, receiver }: Pick<World, 'sandbox' | 'receiver'>,
): Promise<Read> {
  const before = receiver.refused().length;
  sandbox.control.addFault({
    kind: 'slow',
    object: 'deals',
    afterPage: PAGES_BEFORE_KILL,
    delayMs: NEVER_MS,
    times: 9,
  });
  const to = { api, integrationId, groupRef: 'acme', provider: 'sandbox', objectNames: ['deals'] };
  const installation = await install(to);
  await until(async () => (await operationsOf(api, installation)).length > 0, 'the backfill of deals to start');
  const [operation] = await operationsOf(api, installation);
  const read = { operationId: operation?.id ?? '', ...installation, objectName: 'deals' };
  const all = PAGES_BEFORE_KILL * PAGE_SIZE;
  await until(async () => (await processed(api, read)) === all, `${PAGES_BEFORE_KILL} pages of deals`);
  await until(async () => receiver.refused().length >= before + PAGES_BEFORE_KILL, 'their messages to be refused');
  return read;
}

async function addDestinations(api: Api): Promise<Story['signingKeys']> {
  const add = (name: string, path: string) =>
    api.post<{ id: string }>('/destinations', { name, type: 'webhook', metadata: { url: receiverUrl(path) } });
  const { id } = await add('main', MAIN_PATH);
  await add('refusing', REFUSING_PATH);
  const topic = await api.post<{ id: string }>('/topics', { name: 'news' });
  for (const eventType of EVENT_TYPES)
    await api.post('/notification-event-topic-routes', { eventType, topicId: topic.id });
  await api.post('/topic-destination-routes', { topicId: topic.id, destinationId: id });
  return { main: await signingKey(api, 'main'), refusing: await signingKey(api, 'refusing') };
}

async function signingKey(api: Api, destination: string): Promise<string> {
  const path = `/destinations/${destination}?includeSecrets=true`;
  return (await api.get<{ secrets: { webhookSigningKey: string } }>(path)).secrets.webhookSigningKey;
}

/** Deploys three integrations and returns their ids. */
async function deploy(api: Api): Promise<[string, string, string]> {
  const object = (objectName: string, destination: string, more: object = {}) => ({
    objectName,
    destination,
    requiredFields: [{ fieldName: 'id' }, { fieldName: 'name' }],
    backfill: { defaultPeriod: { fullHistory: true } },
    ...more,
  });
  const schedule = '*/15 * * * *';
  const integrations = [
    {
      name: 'crm',
      provider: 'sandbox',
      read: {
        objects: [
          object('contacts', 'main', { schedule, optionalFields: [{ fieldName: 'email', mapToName: 'mail' }] }),
          object('companies', 'refusing'),
        ],
      },
    },
    { name: 'long', provider: 'sandbox', read: { objects: [object('deals', 'main')] } },
    { name: 'oauth', provider: 'sandboxOAuth', read: { objects: [object('contacts', 'main', { schedule })] } },
  ];
  const sourceYaml = stringify({ specVersion: '1.0.0', integrations });
  const deployed = await api.put<{ id: string; name: string }[]>('/integrations:batch', { sourceYaml });
  const idOf = (name: string) => deployed.find((one) => one.name === name)?.id ?? '';
  return [idOf('crm'), idOf('long'), idOf('oauth')];
}

async function connectByKey(api: Api, sandbox: Sandbox): Promise<void> {
  await api.post('/connections:generate', {
    provider: 'sandbox',
    groupRef: 'acme',
    consumerRef: 'ann',
    apiKey: CREDENTIALS.apiKey,
    providerMetadata: { baseUrl: sandbox.url },
  });
}

async function connectByOAuth(ready: Ready, api: Api, sandbox: Sandbox) {
  await api.post('/provider-apps', {
    provider: 'sandboxOAuth',
    clientId: CREDENTIALS.clientId,
    clientSecret: CREDENTIALS.clientSecret,
    scopes: ['crm.read', 'offline_access'],
  });
  await signInAtSandbox(ready, sandbox, 'globex');
  const [connection] = await api.get<{ id: string }[]>('/connections?groupRef=globex');
  const path = `/connections/${connection?.id}?includeRefreshToken=true`;
  const { oauth2AuthorizationCode: tokens } = await api.get<{
    oauth2AuthorizationCode: { refreshToken: { token: string } };
  }>(path);
  return { connectionId: connection?.id ?? '', refreshToken: tokens.refreshToken.token };
}

async function install({ api, integrationId, groupRef, provider, objectNames }: Installing) {
  const objects = Object.fromEntries(
    objectNames.map((objectName) => [objectName, { objectName, selectedFields: { id: true, email: true } }]),
  );
  const { id } = await api.post<{ id: string }>(`/integrations/${integrationId}/installations?skipSampling=true`, {
    groupRef,
    config: { content: { provider, read: { objects } } },
  });
  return { integrationId, installationId: id };
}

type Installed = { integrationId: string; installationId: string };

async function operationsOf(api: Api, { integrationId, installationId }: Installed): Promise<Operation[]> {
  const path = `/integrations/${integrationId}/installations/${installationId}/operations`;
  return (await api.get<{ results: Operation[] }>(path)).results;
}

/** Waits until the only operation of an object has succeeded. */
async function finished(api: Api, installed: Installed, objectName: string): Promise<Read> {
  let found: Operation | undefined;
  await until(async () => {
    const operations = await operationsOf(api, installed);
    found = operations.find(({ metadata }) => metadata.objects.includes(objectName));
    if (found?.status === 'failure') throw new Error(`The read of ${objectName} failed: ${found.result}`);
    return found?.status === 'success';
  }, `the backfill of ${objectName}`);
  return { operationId: found?.id ?? '', ...installed, objectName };
}

async function processed(api: Api, { operationId }: Read): Promise<number> {
  return (await api.get<Operation>(`/operations/${operationId}`)).metadata.progress.recordsProcessed;
}

function pendingOf(operation: Operation): number {
  return operation.metadata.progress.recordsPending;
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (const end = performance.now() + TIMEOUT_MS; !(await holds()); await sleep(100))
    if (performance.now() > end) throw new Error(`Waited too long for ${what}.`);
}
