import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recordId } from '../../sandbox/records.ts';
import { ensurePrograms } from '../../scripts/servers/ensure_servers.ts';
import { freePort } from '../../scripts/servers/free_port.ts';
import { eventually } from '../support/eventually.ts';
import { type Stage, startStage } from '../support/stage.ts';
import { fencedBlock } from './fenced_blocks.ts';

const PAGE = 'docs/guides/webhook.md';
const RECORDS = 7;
const LANGUAGES = [
  { heading: 'JavaScript', language: 'js', file: 'receiver.mjs', object: 'contacts', program: process.execPath },
  { heading: 'Python', language: 'python', file: 'receiver.py', object: 'companies', program: 'python3' },
  { heading: 'PHP', language: 'php', file: 'receiver.php', object: 'deals', program: 'php' },
] as const;

const exampleOf = (heading: string) => JSON.parse(fencedBlock(PAGE, heading, 'json')) as unknown;

/** The paths of all keys of a value; of lists those of the first entry, and none of what a provider sent. */
function keysOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return keysOf(value[0], `${path}[]`);
  if (typeof value !== 'object' || value === null || path.endsWith('.raw')) return [path];
  return Object.entries(value)
    .flatMap(([key, inner]) => keysOf(inner, `${path}.${key}`))
    .toSorted();
}

type Running = { child: ChildProcess; url: string; output(): string };

describe('the receivers of the webhook guide', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-receivers-'));
  const running = new Map<string, Running>();
  let stage: Stage;
  let integrationId: string;

  beforeAll(async () => {
    ensurePrograms({ python3: 'python3', php: 'php-cli' });
    stage = await startStage({ records: RECORDS });
    const { builder, sandbox } = stage;
    for (const language of LANGUAGES) running.set(language.file, await start(language));
    integrationId = await builder.deploy({
      name: 'guide',
      read: {
        objects: LANGUAGES.map(({ object, language }) => ({
          objectName: object,
          destination: language,
          requiredFields: [{ fieldName: 'id' }],
          backfill: { defaultPeriod: { fullHistory: true } },
        })),
      },
    });
    await builder.connect(sandbox, 'acme');
    await builder.installed(integrationId, 'acme', Object.fromEntries(LANGUAGES.map(({ object }) => [object, {}])));
  });

  afterAll(async () => {
    for (const { child } of running.values()) child.kill('SIGKILL');
    await stage?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Writes the program of the page to a file and runs it as a destination that also receives notifications. */
  async function start({ heading, language, file, program }: (typeof LANGUAGES)[number]): Promise<Running> {
    const { builder } = stage;
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/causeway`;
    const path = join(folder, file);
    writeFileSync(path, fencedBlock(PAGE, heading, language));
    const id = await builder.addDestination(language, { url, verifyWith: () => {} });
    await builder.routeEvents(`done-${language}`, id, ['read.backfill.done']);
    const child = spawn(program, language === 'php' ? ['-S', `127.0.0.1:${port}`, path] : [path], {
      env: { ...process.env, PORT: String(port), SIGNING_KEY: await builder.signingKey(language), TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
    await eventually(async () => expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401), 60_000);
    return { child, url, output: () => text };
  }

  it.each(LANGUAGES)('print every record and the notification in $heading', async ({ file, object }) => {
    const ids = Array.from({ length: RECORDS }, (_, index) => recordId(object, index));
    await eventually(async () => {
      const lines = running.get(file)?.output().split('\n') ?? [];
      const printed = lines.filter((line) => line.includes(`record acme ${object}`));
      for (const id of ids) expect(printed.filter((line) => line.includes(id)).length).toBe(1);
      expect(lines.filter((line) => line.includes('notification read.backfill.done')).length).toBeGreaterThan(0);
    });
  });

  it.each(LANGUAGES)('fetch a large record by its URL in $heading', async ({ file, object }) => {
    const [id = ''] = stage.sandbox.control.addRecords(object, 1, { notes: 'x'.repeat(400_000) });
    await stage.builder.trigger(integrationId, object, 'acme', {
      sinceTimestamp: new Date(Date.now() - 600_000).toISOString(),
    });
    await eventually(async () => expect(running.get(file)?.output()).toContain(id), 60_000);
  });

  it('get messages with the keys that the page shows', async () => {
    const { builder, receiver, destinationId } = stage;
    await builder.routeEvents('done', destinationId, ['read.backfill.done']);
    const contacts = {
      objectName: 'contacts',
      mapToName: 'person',
      destination: 'main',
      requiredFields: [{ fieldName: 'id' }, { fieldName: 'name', mapToName: 'fullName' }],
      optionalFields: [{ fieldName: 'email' }],
      backfill: { defaultPeriod: { fullHistory: true } },
    };
    const id = await builder.deploy({ name: 'shown', read: { objects: [contacts] } });
    await builder.installed(id, 'acme', { contacts: { selectedFields: { email: true } } });
    await receiver.waitFor(() => receiver.messages.length > 1, 60_000);
    const bodies = receiver.messages.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    const shown = [exampleOf('Read results'), exampleOf('Notifications')];
    expect(keysOf(bodies.find((body) => 'action' in body))).toEqual(keysOf(shown[0]));
    expect(keysOf(bodies.find((body) => 'notificationType' in body))).toEqual(keysOf(shown[1]));
  });

  it.each(LANGUAGES)('refuse a forged message in $heading', async ({ file }) => {
    const { url = '' } = running.get(file) ?? {};
    const now = String(Math.floor(Date.now() / 1000));
    const forged = { 'webhook-id': 'm-1', 'webhook-timestamp': now, 'webhook-signature': `v1,${'A'.repeat(43)}=` };
    const body = JSON.stringify({ notificationType: 'forged', data: {} });
    expect((await fetch(url, { method: 'POST', headers: forged, body })).status).toBe(401);
    expect(running.get(file)?.output()).not.toContain('notification forged');
  });
});
