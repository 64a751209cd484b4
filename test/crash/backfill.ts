import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import type { Ready } from '../../embedded/ready.ts';
import { createApi } from '../../scripts/scenario/api.ts';
import { type CrashLab, PAGE_SIZE } from './crash_lab.ts';

/** A backfill as a builder sees it: through the gateway, which may be down at any moment. */
export type Backfill = {
  /** The progress of the operation; null when no answer arrives now. */
  progress(): Promise<Progress | null>;
  /** Resolves when that many pages are committed, and with how many are. Rejects when the read fails first. */
  committed(pages: number): Promise<number>;
};

type Progress = { status: string; result: string; pages: number };

type Operation = { status: string; result?: string; metadata: { progress: { recordsProcessed: number } } };

const LOOK_EVERY_MS = 100;
/** A frozen or killed gateway does not answer. */
const ANSWER_WITHIN = 3_000;

/** Creates everything through public endpoints; the read of all contacts starts by itself. */
export async function startBackfill(ready: Ready, lab: CrashLab): Promise<Backfill> {
  const api = createApi(`${ready.baseUrl}/projects/${ready.project.name}`, ready.apiKey);
  await addDestination(api, lab);
  const [integration] = await api.put<{ id: string }[]>('/integrations:batch', { sourceYaml: manifest() });
  await api.post('/connections:generate', {
    provider: 'sandbox',
    groupRef: 'customer',
    consumerRef: 'person',
    apiKey: 'sandbox-key',
    providerMetadata: { baseUrl: lab.providerUrl },
  });
  const installation = await api.post<{ id: string }>(`/integrations/${integration?.id}/installations`, {
    groupRef: 'customer',
    config: {
      content: {
        provider: 'sandbox',
        read: {
          objects: { contacts: { objectName: 'contacts', selectedFields: { id: true, email: true, notes: true } } },
        },
      },
    },
  });
  const url = `${ready.baseUrl}/projects/${ready.project.id}/integrations/${integration?.id}/installations/${installation.id}/operations`;
  const progress = () => progressAt(url, ready.apiKey);
  return { progress, committed: (pages) => waitForPages(progress, pages) };
}

/** The destination of a crash test, whose receiver verifies its messages. */
export async function addReceiver(api: ReturnType<typeof createApi>, lab: CrashLab): Promise<{ id: string }> {
  const destination = await api.post<{ id: string }>('/destinations', {
    name: 'crash',
    type: 'webhook',
    metadata: { url: lab.receiverUrl },
  });
  const { secrets } = await api.get<{ secrets: { webhookSigningKey: string } }>(
    '/destinations/crash?includeSecrets=true',
  );
  await fetch(new URL('/secret', lab.receiverUrl), { method: 'PUT', body: secrets.webhookSigningKey });
  return destination;
}

async function addDestination(api: ReturnType<typeof createApi>, lab: CrashLab): Promise<void> {
  const destination = await addReceiver(api, lab);
  const topic = await api.post<{ id: string }>('/topics', { name: 'crash' });
  for (const eventType of lab.promised.notifications)
    await api.post('/notification-event-topic-routes', { eventType, topicId: topic.id });
  await api.post('/topic-destination-routes', { topicId: topic.id, destinationId: destination.id });
}

function manifest(): string {
  const contacts = {
    objectName: 'contacts',
    destination: 'crash',
    backfill: { defaultPeriod: { fullHistory: true } },
    requiredFields: [{ fieldName: 'id' }],
    optionalFields: [{ fieldName: 'email' }, { fieldName: 'notes' }],
  };
  return stringify({
    specVersion: '1.0.0',
    integrations: [{ name: 'crash', provider: 'sandbox', read: { objects: [contacts] } }],
  });
}

async function progressAt(url: string, apiKey: string): Promise<Progress | null> {
  try {
    const response = await fetch(url, { headers: { 'x-api-key': apiKey }, signal: AbortSignal.timeout(ANSWER_WITHIN) });
    if (response.status >= 500) return null;
    if (!response.ok)
      throw new TypeError(
        `The request for the operation was answered with ${response.status}: ${await response.text()}`,
      );
    const [operation] = ((await response.json()) as { results: Operation[] }).results;
    if (!operation) return { status: 'none', result: '', pages: 0 };
    const pages = Math.ceil(operation.metadata.progress.recordsProcessed / PAGE_SIZE);
    return { status: operation.status, result: operation.result ?? '', pages };
  } catch (error) {
    if (error instanceof TypeError && error.message.startsWith('The operation')) throw error;
    return null;
  }
}

async function waitForPages(look: () => Promise<Progress | null>, pages: number): Promise<number> {
  for (;;) {
    const seen = await look();
    if (seen?.status === 'failure') throw new Error(`The read failed: ${seen.result}`);
    if (seen && seen.pages >= pages) return seen.pages;
    await sleep(LOOK_EVERY_MS);
  }
}
