import { setTimeout as sleep } from 'node:timers/promises';
import type { Ready } from '../../embedded/ready.ts';
import { type Api, createApi } from './api.ts';
import { manifestOf, type ScenarioObject } from './manifest.ts';
import type { Receiver } from './receiver.ts';

export type ScenarioOptions = {
  ready: Ready;
  receiver: Receiver;
  provider: string;
  /** The credential fields of the request that creates a connection, with providerMetadata if the provider needs it. */
  credentials: Record<string, unknown>;
  objects: ScenarioObject[];
  /** Called regularly with the number of read records and the estimated total (0 when the provider gives none). */
  onProgress?: (read: number, total: number) => void;
  timeoutMs?: number;
};

type Operation = {
  id: string;
  status: string;
  result?: string;
  metadata: { objects: string[]; progress: { recordsProcessed: number; recordsEstimatedTotal?: number } };
};

export type ScenarioResult = {
  installationId: string;
  operations: Operation[];
  /** The number of read records according to the operations. */
  read: number;
  /** The time from the installation to the last backfilled record at the webhook, in milliseconds. */
  ms: number;
};

/** The events that a builder subscribes to: backfill, triggered read, and the installation itself. */
const EVENT_TYPES = ['installation.created', 'read.backfill.done', 'read.triggered.done', 'read.triggered.error'];

/**
 * Runs the main use case with public endpoints only: destination, topic and routes, manifest, connection, installation,
 * backfill, triggered read. Throws when a step does not complete within the timeout.
 */
export async function runScenario(options: ScenarioOptions): Promise<ScenarioResult> {
  const { ready, receiver, provider, objects, timeoutMs = 120_000 } = options;
  const deadline = Date.now() + timeoutMs;
  const suffix = Date.now().toString(36);
  const main = createApi(`${ready.baseUrl}/projects/${ready.project.name}`, ready.apiKey);
  const destination = await addDestination(main, receiver, `scenario-${suffix}`);
  const [integration] = await main.put<{ id: string }[]>('/integrations:batch', {
    sourceYaml: manifestOf({ name: `scenario-${suffix}`, provider, destination, objects }),
  });
  const groupRef = `customer-${suffix}`;
  await main.post('/connections:generate', { provider, groupRef, consumerRef: 'person-1', ...options.credentials });
  const started = Date.now();
  const installation = await main.post<{ id: string }>(`/integrations/${integration?.id}/installations`, {
    groupRef,
    config: { content: { provider, read: { objects: Object.fromEntries(objects.map(selection)) } } },
  });
  const path = `/integrations/${integration?.id}/installations/${installation.id}/operations`;
  const backfills = await finished(main, path, objects.length, deadline, options.onProgress);
  await until(
    () => receiver.counts.records >= recordsOf(backfills),
    deadline,
    'every backfilled record at the webhook',
  );
  const ms = Date.now() - started;
  await trigger(ready, integration?.id ?? '', groupRef, objects[0]?.name ?? '');
  const operations = await finished(main, path, objects.length + 1, deadline);
  await until(
    () => receiver.counts.records >= recordsOf(operations),
    deadline,
    'every triggered record at the webhook',
  );
  const wanted = ['installation.created', 'read.triggered.done', ...objects.map(() => 'read.backfill.done')];
  await until(() => receiver.notifications.length >= wanted.length, deadline, 'the notifications');
  return { installationId: installation.id, operations, read: recordsOf(operations), ms };
}

/** Creates a destination for the receiver, and gives the receiver its signing key. Returns the id. */
export async function addWebhook(main: Api, receiver: Receiver, name: string): Promise<string> {
  const { id } = await main.post<{ id: string }>('/destinations', {
    name,
    type: 'webhook',
    metadata: { url: receiver.url },
  });
  const found = await main.get<{ secrets: { webhookSigningKey: string } }>(`/destinations/${name}?includeSecrets=true`);
  receiver.secret = found.secrets.webhookSigningKey;
  return id;
}

async function addDestination(main: Api, receiver: Receiver, name: string): Promise<string> {
  const id = await addWebhook(main, receiver, name);
  const topic = await main.post<{ id: string }>('/topics', { name });
  for (const eventType of EVENT_TYPES)
    await main.post('/notification-event-topic-routes', { eventType, topicId: topic.id });
  await main.post('/topic-destination-routes', { topicId: topic.id, destinationId: id });
  return name;
}

function selection({ name, fields, mapped = {}, picked = {} }: ScenarioObject): [string, object] {
  const selectedFields = Object.fromEntries([...fields, ...Object.keys(mapped)].map((field) => [field, true]));
  return [name, { objectName: name, selectedFields, selectedFieldMappings: picked }];
}

/** Reads all records: with incremental reads, all that changed since a date long ago. */
async function trigger(ready: Ready, integrationId: string, groupRef: string, objectName: string): Promise<void> {
  const read = createApi(`${ready.readUrl}/projects/${ready.project.id}`, ready.apiKey);
  await read.post(`/integrations/${integrationId}/objects/${objectName}`, {
    groupRef,
    mode: 'async',
    sinceTimestamp: '2000-01-01T00:00:00Z',
  });
}

async function finished(
  main: Api,
  path: string,
  count: number,
  deadline: number,
  onProgress?: ScenarioOptions['onProgress'],
): Promise<Operation[]> {
  let found: Operation[] = [];
  await until(
    async () => {
      found = (await main.get<{ results: Operation[] }>(path)).results;
      onProgress?.(
        recordsOf(found),
        found.reduce((sum, { metadata }) => sum + (metadata.progress.recordsEstimatedTotal ?? 0), 0),
      );
      const failed = found.find(({ status }) => status === 'failure');
      if (failed) throw new Error(`Operation ${failed.id} failed: ${failed.result}`);
      return found.length >= count && found.every(({ status }) => status === 'success');
    },
    deadline,
    `${count} finished operations`,
  );
  return found;
}

function recordsOf(operations: Operation[]): number {
  return operations.reduce((sum, { metadata }) => sum + metadata.progress.recordsProcessed, 0);
}

async function until(holds: () => boolean | Promise<boolean>, deadline: number, what: string): Promise<void> {
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited too long for ${what}.`);
    await sleep(50);
  }
}
