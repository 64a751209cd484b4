import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { mutatedEnvironment } from '../support/mutated_environment.ts';
import type { SeededRandom } from '../support/seeded_random.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';
import { type Form, type StoryPlatform, startStoryPlatform } from './story_platform.ts';
import { MIN_RECORDS, PAGE_SIZE, type StoryProvider, startStoryProvider } from './story_provider.ts';

export type Answer = { status: number; body: unknown };
type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** `names`: the current one last. `answer`: the status of its receiver, or no answer in time. */
export type StoryDestination = {
  id: string;
  names: string[];
  receiver: Receiver;
  answer: number | 'hangs';
  /** Unix milliseconds. */
  deleteTime?: number;
};

/** A builder's integration with one installation that reads contacts on a schedule, for one destination at a time. */
export type StoryWorld = {
  name: string;
  platform: StoryPlatform;
  provider: StoryProvider;
  /** In the order of their creation. The last one takes the records; the others were deleted. */
  destinations: StoryDestination[];
  integrationId: string;
  installationId: string;
  call: Call;
  /** Creates one, with a receiver that accepts everything. */
  addDestination(): Promise<StoryDestination>;
  deploy(destination: string, mapToName?: string): Promise<Answer>;
  /** Makes the schedule due. */
  read(): Promise<void>;
  stop(): Promise<void>;
};

export const RETENTION_MS = 4_000;

/** Short waits, so that a few seconds contain attempts, a disabled destination, and the end of a retention. */
const SETTINGS = {
  CAUSEWAY_READS_LEASE_MS: '2000',
  CAUSEWAY_READS_POLL_MS: '100',
  CAUSEWAY_READS_SCHEDULER_POLL_MS: '100',
  CAUSEWAY_READS_OVERLAP_MS: '4000',
  CAUSEWAY_NOTIFICATIONS_LEASE_MS: '4000',
  CAUSEWAY_NOTIFICATIONS_HEAD_TIMEOUT_MS: '1500',
  CAUSEWAY_NOTIFICATIONS_ATTEMPT_TIMEOUT_MS: '2000',
  CAUSEWAY_NOTIFICATIONS_POLL_MS: '100',
  CAUSEWAY_NOTIFICATIONS_SLOW_DOWN_MS: '200',
  CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: '0,200,400',
  CAUSEWAY_NOTIFICATIONS_DISABLE_AFTER_MS: '2000',
  CAUSEWAY_UNDELIVERED_RETENTION_MS: String(RETENTION_MS),
};
/** Longer than the platform waits for the head of an answer. */
const HANGING_MS = 2_500;

/** The platform that all stories of one form share. */
export async function startPlatformOfStories(form: Form): Promise<StoryPlatform> {
  const dir = mkdtempSync(join(tmpdir(), 'causeway-story-'));
  const providers = { CAUSEWAY_PROVIDERS_DIR: smallPages(dir) };
  const platform = await startStoryPlatform(form, dir, { ...SETTINGS, ...providers, ...mutatedEnvironment() });
  return {
    ...platform,
    async stop() {
      await platform.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export async function startStoryWorld(
  platform: StoryPlatform,
  name: string,
  random: SeededRandom,
): Promise<StoryWorld> {
  const provider = await startStoryProvider(random.pick([1, 1_000]));
  provider.change(MIN_RECORDS);
  const call = caller(platform);
  const destinations: StoryDestination[] = [];
  const addDestination = async () => {
    const added = await createDestination(call, `${name}-to-${destinations.length}`);
    destinations.push(added);
    return added;
  };
  const deploy = (destination: string, mapToName?: string) =>
    call('PUT', '/integrations:batch', { sourceYaml: manifest(name, destination, mapToName) });
  const first = await addDestination();
  const ids = await install(call, { name, url: provider.url, deploy: () => deploy(first.names[0] as string) });
  return {
    name,
    platform,
    provider,
    destinations,
    ...ids,
    call,
    addDestination,
    deploy,
    read: () => platform.makeDue(ids.installationId),
    async stop() {
      for (const { receiver } of destinations) await receiver.stop();
      await provider.stop();
    },
  };
}

/** Repeats a request that a crashed process could not answer. Paths begin below the project. */
function caller({ ready }: StoryPlatform): Call {
  return async (method, path, body) => {
    for (const end = performance.now() + 60_000; ; await sleep(200)) {
      const answer = await once(ready, method, path, body).catch(() => ({ status: 0, body: {} }));
      if ((answer.status > 0 && answer.status < 500) || performance.now() > end) return answer;
    }
  };
}

async function once(ready: StoryPlatform['ready'], method: string, path: string, body: unknown): Promise<Answer> {
  const base = /:(un)?pause$/.test(path) ? ready.readUrl : ready.baseUrl;
  const response = await fetch(`${base}/projects/${ready.project.name}${path}`, {
    method,
    headers: { 'x-api-key': ready.apiKey, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text ? (JSON.parse(text) as unknown) : {} };
}

/** A request whose answer was lost in a crash may have created it already. */
async function createDestination(call: Call, name: string): Promise<StoryDestination> {
  const state: Pick<StoryDestination, 'answer'> = { answer: 200 };
  const receiver = await startReceiver({
    respond: () => (state.answer === 'hangs' ? { status: 504, delayMs: HANGING_MS } : state.answer),
  });
  const made = await call('POST', '/destinations', { name, type: 'webhook', metadata: { url: receiver.url } });
  if (made.status !== 409) succeeded(made);
  const path = `/destinations/${name}?includeSecrets=true`;
  const found = succeeded<{ id: string; secrets: { webhookSigningKey: string } }>(await call('GET', path));
  receiver.verifyWith(found.secrets.webhookSigningKey);
  return Object.assign(state, { id: found.id, names: [name], receiver });
}

/** Nothing is killed before all stories are installed. */
async function install(call: Call, { name, url, deploy }: { name: string; url: string; deploy(): Promise<Answer> }) {
  const [integration] = succeeded<{ id: string }[]>(await deploy());
  const integrationId = integration?.id ?? '';
  const account = { provider: 'sandbox', groupRef: name, consumerRef: 'ada', apiKey: 'sandbox-key' };
  succeeded(await call('POST', '/connections:generate', { ...account, providerMetadata: { baseUrl: url } }));
  const made = await call('POST', `/integrations/${integrationId}/installations`, {
    groupRef: name,
    config: {
      content: {
        provider: 'sandbox',
        read: { objects: { contacts: { objectName: 'contacts', selectedFields: { phone: true } } } },
      },
    },
  });
  return { integrationId, installationId: succeeded<{ id: string }>(made).id };
}

export function succeeded<T = unknown>(answer: Answer): T {
  if (answer.status < 200 || answer.status > 299) throw new Error(`Expected success: ${JSON.stringify(answer)}`);
  return answer.body as T;
}

function manifest(name: string, destination: string, mapToName?: string): string {
  const contacts = {
    objectName: 'contacts',
    destination,
    schedule: '*/10 * * * *',
    backfill: { defaultPeriod: { fullHistory: true } },
    requiredFields: [{ fieldName: 'id' }, { fieldName: 'notes' }],
    optionalFields: [{ fieldName: 'email', ...(mapToName && { mapToName }) }, { fieldName: 'phone' }],
  };
  return stringify({
    specVersion: '1.0.0',
    integrations: [{ name, provider: 'sandbox', read: { objects: [contacts] } }],
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
