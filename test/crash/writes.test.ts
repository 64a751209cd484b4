import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Ready } from '../../embedded/ready.ts';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { startServiceGroup } from '../../scripts/services/service_group.ts';
import { until } from '../../testbed/reads_fixture.ts';
import { aBuilder, type Builder, type Operation } from '../support/builder.ts';
import { startEmbedded } from '../support/embedded_process.ts';
import { crashScale } from './crash_scale.ts';
import { type HeldAnswers, startHeldAnswers } from './held_answers.ts';

/** In each form. */
const KILLS = crashScale().isFull ? 20 : 2;
const RECORDS = 10;

/** A platform whose process for writes is killed and started again on its data. */
type Form = {
  login(): { origin: string; ready: Ready };
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
};

describe('writes whose process is killed between the provider’s answer and the note of it', () => {
  let dir: string;
  let sandbox: Sandbox;
  let held: HeldAnswers;
  let form: Form | undefined;

  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'causeway-writes-'));
    sandbox = await startSandbox({ records: RECORDS });
    held = await startHeldAnswers(sandbox.url);
  });
  afterEach(async () => {
    await form?.stop();
    form = undefined;
    await held.stop();
    await sandbox.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it.each([
    ['embedded', embedded],
    ['services', services],
  ])(
    'are done once and known as unknown in the %s form',
    async (_name, start) => {
      form = await start(dir);
      const before = aBuilder(form.login());
      await before.connect({ url: held.url }, 'acme');
      const integrationId = await before.deploy({ name: 'out', write: { objects: [{ objectName: 'contacts' }] } });
      const write = { objects: { contacts: { objectName: 'contacts' } } };
      const installationId = await before.installed(integrationId, 'acme', {}, { write });
      const names: string[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const builder = aBuilder(form.login());
        for (const mode of ['synchronous', 'asynchronous']) {
          const name = `${mode}-${kill}`;
          names.push(name);
          const body = { groupRef: 'acme', type: 'create', mode, record: { name } };
          const answer = builder.write(integrationId, 'contacts', body, name);
          if (mode === 'asynchronous') expect(await answer).toMatchObject({ status: 200 });
          else answer.catch(() => {}); // Nobody answers it.
        }
        await held.created(names.length);
        await form.killAndRestart();
      }
      const builder = aBuilder(form.login());
      const operations = async () => outcomesOf(await builder.listOperations(integrationId, installationId));
      await until(async () => (await operations()).every(({ status }) => status !== 'in_progress'), 120_000);
      expect(await operations()).toEqual(names.map(() => ({ status: 'failure', outcome: 'unknown' })));
      expect(await created()).toEqual(names.toSorted());
      await repeatsOf(builder, integrationId, names);
      expect(await created()).toEqual(names.toSorted());
    },
    600_000,
  );

  /** The same requests with the same keys get the answers of before, and write nothing. */
  async function repeatsOf(builder: Builder, integrationId: string, names: readonly string[]): Promise<void> {
    for (const name of names) {
      const [mode] = name.split('-');
      const body = { groupRef: 'acme', type: 'create', mode, record: { name } };
      const again = await builder.write(integrationId, 'contacts', body, name);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
    }
  }

  /** The names of the records that the provider has besides those of the start, by its own books. */
  async function created(): Promise<string[]> {
    const headers = { 'x-sandbox-key': 'sandbox-key' };
    const answer = await fetch(`${sandbox.url}/api/v1/contacts?limit=1000`, { headers });
    const { data } = (await answer.json()) as { data: { name: string }[] };
    return data
      .map(({ name }) => name)
      .filter((name) => name.includes('synchronous'))
      .toSorted();
  }
});

function outcomesOf(operations: readonly Operation[]) {
  return operations.map(({ status, metadata }) => ({
    status,
    outcome: (metadata as unknown as { outcome?: string }).outcome,
  }));
}

/** The sandbox as a provider that takes no idempotency key, and short leases. */
function environmentIn(dir: string): Record<string, string> {
  const folder = join(dir, 'providers');
  mkdirSync(folder);
  const text = readFileSync(assetPath('connectors/providers/sandbox.yaml'), 'utf8');
  const without = text.replace(/^ *idempotencyKey:.*\n/m, '');
  if (without === text) throw new Error('sandbox.yaml names its idempotency key in another way now.');
  writeFileSync(join(folder, 'sandbox.yaml'), without);
  return {
    CAUSEWAY_PROVIDERS_DIR: folder,
    CAUSEWAY_WRITES_LEASE_MS: '2000',
    CAUSEWAY_WRITES_POLL_MS: '100',
    CAUSEWAY_GATEWAY_RATE_LIMITS: '0',
    CAUSEWAY_SANDBOX: '1',
  };
}

async function embedded(dir: string): Promise<Form> {
  const dataDir = join(dir, 'data');
  const environment = environmentIn(dir);
  let running = await startEmbedded(dataDir, environment);
  return {
    login: () => ({ origin: running.origin, ready: running.ready }),
    async killAndRestart() {
      await running.end('SIGKILL');
      running = await startEmbedded(dataDir, environment);
    },
    stop: async () => void (await running.end('SIGTERM')),
  };
}

async function services(dir: string): Promise<Form> {
  const environment = { ...process.env, ...environmentIn(dir) };
  const group = await startServiceGroup({ dataDir: join(dir, 'group'), port: 0, revive: false, environment });
  return {
    login: () => ({ origin: group.origin, ready: group.ready }),
    async killAndRestart() {
      await group.process('writes').kill('SIGKILL');
      await group.restart('writes');
    },
    stop: group.stop,
  };
}
