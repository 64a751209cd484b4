import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { assetPath } from '../../../lib/assets/asset_path.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import { makeDue } from '../../support/make_due.ts';
import { mutatedEnvironment } from '../../support/mutated_environment.ts';
import { type Receiver, startReceiver } from '../../support/webhook_receiver.ts';
import { type Form, type StoryPlatform, startStoryPlatform } from './story_platform.ts';

/** The record that a receiver accepted: its id, and the version of its text. */
export type Answer = { status: number; body: unknown };
type Progress = Record<string, number | Record<string, number>>;
export type StoryOperation = { id: string; status: string; metadata: { progress: Progress } };

/**
 * A builder with one installation that reads contacts on a schedule, and one destination. `latest`: the version of each
 * record at the provider; it stands in the record's `notes`.
 */
export type StoryWorld = {
  platform: StoryPlatform;
  receiver: Receiver;
  destinationId: string;
  /** The names of the destination, the current one last. */
  names: string[];
  latest: Map<string, string>;
  /** How the receiver answers from now on. */
  answerWith(status: number): void;
  change(count: number): void;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  deploy(destination: string, optional: string): Promise<Answer>;
  /** Makes the schedule due. */
  read(): Promise<void>;
  /** The operations of the installation, newest first. */
  operations(): Promise<StoryOperation[]>;
  stop(): Promise<void>;
};

export const RETENTION_MS = 4_000;
const RECORDS = 30;
const PAGE_SIZE = 10;

/** Short waits, so that a few seconds contain attempts, a disabled destination, and the end of a retention. */
const SETTINGS = {
  CAUSEWAY_READS_LEASE_MS: '2000',
  CAUSEWAY_READS_POLL_MS: '100',
  CAUSEWAY_READS_SCHEDULER_POLL_MS: '100',
  CAUSEWAY_READS_OVERLAP_MS: '1000',
  CAUSEWAY_NOTIFICATIONS_LEASE_MS: '4000',
  CAUSEWAY_NOTIFICATIONS_HEAD_TIMEOUT_MS: '1500',
  CAUSEWAY_NOTIFICATIONS_ATTEMPT_TIMEOUT_MS: '2000',
  CAUSEWAY_NOTIFICATIONS_POLL_MS: '100',
  CAUSEWAY_NOTIFICATIONS_SLOW_DOWN_MS: '200',
  CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: '0,200,400',
  CAUSEWAY_NOTIFICATIONS_DISABLE_AFTER_MS: '2000',
  CAUSEWAY_UNDELIVERED_RETENTION_MS: String(RETENTION_MS),
};

export async function startStoryWorld(form: Form): Promise<StoryWorld> {
  const dir = mkdtempSync(join(tmpdir(), 'causeway-story-'));
  const sandbox = await startSandbox({ records: RECORDS });
  const state = { status: 200, changes: 0 };
  const receiver = await startReceiver({ respond: () => state.status });
  const providers = { CAUSEWAY_PROVIDERS_DIR: smallPages(dir) };
  const platform = await startStoryPlatform(form, dir, { ...SETTINGS, ...providers, ...mutatedEnvironment() });
  const call = caller(platform);
  const { installationId, integrationId, destinationId } = await install(call, sandbox, receiver);
  const latest = new Map<string, string>();
  return {
    platform,
    receiver,
    destinationId,
    names: ['main'],
    latest,
    answerWith: (status) => void (state.status = status),
    change(count) {
      for (let i = 0; i < count; i += 1) changeOne(sandbox, latest, (state.changes += 1));
    },
    call,
    deploy: (destination, optional) =>
      call('PUT', '/integrations:batch', { sourceYaml: manifest(destination, optional) }),
    read: async () => void (await makeDue(platform, installationId)),
    async operations() {
      const path = `/integrations/${integrationId}/installations/${installationId}/operations?pageSize=500`;
      return ((await call('GET', path)).body as { results: StoryOperation[] }).results;
    },
    async stop() {
      await platform.stop();
      await Promise.all([receiver.stop(), sandbox.stop()]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Every third change adds a record; the others change one of those. */
function changeOne({ control }: Sandbox, latest: Map<string, string>, version: number): void {
  const notes = `v${version}`;
  const known = [...latest.keys()];
  const old = known[version % (known.length || 1)];
  const id = old === undefined || version % 3 === 0 ? control.addRecords('contacts', 1, { notes })[0] : old;
  if (id === old) control.updateRecord('contacts', old ?? '', { notes });
  latest.set(id ?? '', notes);
}

/** Repeats a request that a crashed process could not answer. */
function caller({ ready }: StoryPlatform): StoryWorld['call'] {
  return async (method, path, body) => {
    for (const end = performance.now() + 60_000; ; await sleep(200)) {
      const answer = await once(ready, method, path, body).catch(() => ({ status: 0, body: {} }));
      if ((answer.status > 0 && answer.status < 500) || performance.now() > end) return answer;
    }
  };
}

async function once(ready: StoryPlatform['ready'], method: string, path: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${ready.baseUrl}/projects/${ready.project.name}${path}`, {
    method,
    headers: { 'x-api-key': ready.apiKey, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text ? (JSON.parse(text) as unknown) : {} };
}

async function install(call: StoryWorld['call'], sandbox: Sandbox, receiver: Receiver) {
  const made = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${JSON.stringify(answer)}`);
    return answer.body as T;
  };
  const { id: destinationId } = await made<{ id: string }>('POST', '/destinations', {
    name: 'main',
    type: 'webhook',
    metadata: { url: receiver.url },
  });
  const { secrets } = await made<{ secrets: { webhookSigningKey: string } }>(
    'GET',
    '/destinations/main?includeSecrets=true',
  );
  receiver.verifyWith(secrets.webhookSigningKey);
  const [integration] = await made<{ id: string }[]>('PUT', '/integrations:batch', {
    sourceYaml: manifest('main', 'email'),
  });
  const integrationId = integration?.id ?? '';
  await made('POST', '/connections:generate', {
    provider: 'sandbox',
    groupRef: 'acme',
    consumerRef: 'ada',
    apiKey: 'sandbox-key',
    providerMetadata: { baseUrl: sandbox.url },
  });
  const { id } = await made<{ id: string }>('POST', `/integrations/${integrationId}/installations`, {
    groupRef: 'acme',
    config: { content: { provider: 'sandbox', read: { objects: { contacts: { objectName: 'contacts' } } } } },
  });
  return { integrationId, installationId: id, destinationId };
}

function manifest(destination: string, optional: string): string {
  const contacts = {
    objectName: 'contacts',
    destination,
    schedule: '*/10 * * * *',
    backfill: { defaultPeriod: { fullHistory: true } },
    requiredFields: [{ fieldName: 'id' }, { fieldName: 'notes' }],
    optionalFields: [{ fieldName: optional }],
  };
  return stringify({
    specVersion: '1.0.0',
    integrations: [{ name: 'story', provider: 'sandbox', read: { objects: [contacts] } }],
  });
}

/** The sandbox's own provider file with another page size. */
function smallPages(dir: string): string {
  const folder = join(dir, 'providers');
  mkdirSync(folder);
  const text = readFileSync(assetPath('connectors/providers/sandbox.yaml'), 'utf8');
  const small = text.replace(/pageSize: \{.*\}/, `pageSize: {param: limit, default: ${PAGE_SIZE}, max: ${PAGE_SIZE}}`);
  if (small === text) throw new Error('The page size in sandbox.yaml has another format now.');
  writeFileSync(join(folder, 'sandbox.yaml'), small);
  return folder;
}
