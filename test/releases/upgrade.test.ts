import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Migration } from '../../lib/db/migrate.ts';
import { openDatabase } from '../../lib/db/open.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import {
  ENGINES,
  MAIN_PATH,
  PAGE_SIZE,
  PAGES_BEFORE_KILL,
  RECEIVER_PORT,
  RECORDS,
  REFUSING_PATH,
  type Story,
  sha256,
  startFixtureSandbox,
} from '../../scripts/release/fixture_world.ts';
import { migrations as identity } from '../../services/identity/migrations/migrations.ts';
import { migrations as installation } from '../../services/installation/migrations/migrations.ts';
import { migrations as notifications } from '../../services/notifications/migrations/migrations.ts';
import { migrations as reads } from '../../services/reads/migrations/migrations.ts';
import { webhookVerifier } from '../../testbed/webhook_verifier.ts';
import { aBuilder, type Builder, type Operation, succeeded } from '../support/builder.ts';
import { recordIdsOf } from '../support/envelopes.ts';
import { eventually } from '../support/eventually.ts';
import { proxyClient } from '../support/proxy_client.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';
import { fixtureFiles, releasesWithFixture } from './release_fixture_files.ts';
import { startUpgraded, type UpgradedPlatform } from './upgraded_platform.ts';

const MIGRATIONS: Record<string, Migration[]> = { identity, installation, notifications, reads };
const NEW_RECORDS = 3;
const WITHIN = 60_000;

type Replayed = Operation & { metadata: { replay?: { operationId: string; records: Record<string, number> } } };

const cases = releasesWithFixture().flatMap((release) => ENGINES.map((engine) => ({ release, engine })));

describe.each(cases)('an upgrade from $release on $engine', ({ release, engine }) => {
  const { story } = fixtureFiles(release, engine);
  let sandbox: Sandbox;
  let receiver: Receiver;
  let platform: UpgradedPlatform;
  let builder: Builder;

  beforeAll(async () => {
    sandbox = await startFixtureSandbox();
    await sandbox.control.addRefreshToken(story.oauth.refreshToken);
    sandbox.control.addRecords('contacts', NEW_RECORDS);
    receiver = await startReceiver({ port: RECEIVER_PORT });
    platform = await startUpgraded(release, engine);
    builder = builderWith(story.apiKey);
  });

  afterAll(async () => {
    await platform?.stop();
    await receiver?.stop();
    await sandbox?.stop();
  });

  const builderWith = (apiKey: string) =>
    aBuilder({ origin: platform.origin, ready: { apiKey, project: platform.ready.project } });

  /** Operations of a read's installation, except the operation of the fixture. */
  async function laterThan({ operationId, integrationId, installationId }: Story['finished']): Promise<Operation[]> {
    const operations = await builder.listOperations(integrationId, installationId);
    return operations.filter(({ id, metadata }) => id !== operationId && metadata.objects.includes('contacts'));
  }

  it('migrates every schema completely', async () => {
    for (const [service, steps] of Object.entries(MIGRATIONS)) {
      const db = openDatabase(platform.databaseUrl(service));
      const states: { name: string; state: string }[] = await db('schema_steps').select('name', 'state');
      await db.destroy();
      const done = new Set(states.filter(({ state }) => state === 'done').map(({ name }) => name));
      expect([service, steps.map(({ name }) => name).filter((name) => !done.has(name))]).toEqual([service, []]);
    }
  });

  /** On MariaDB the release had no service writes, and neither has the upgraded deployment. */
  it('reads without the service writes, and says that nothing can be written there', async () => {
    const { integrationId, installationId } = story.finished;
    const answer = await builder.write(integrationId, 'contacts', { groupRef: 'acme', type: 'create', record: {} });
    const isDeployed = engine === 'sqlite';
    expect([answer.status, answer.body['subsystem']]).toEqual(isDeployed ? [400, 'installation'] : [503, 'writes']);
    expect((await builder.call('GET', '/proxy-counts')).status).toBe(isDeployed ? 200 : 503);
    const proxied = await proxyClient(platform.origin, platform.ready, installationId).call('/contacts');
    expect([proxied.status, proxied.body['subsystem']]).toEqual(isDeployed ? [422, 'installation'] : [503, 'writes']);
    const ids = (await builder.listOperations(integrationId, installationId)).map(({ id }) => id);
    expect(ids).toContain(story.finished.operationId);
    expect(await builder.getOperation(story.finished.operationId)).toMatchObject({ status: 'success' });
    expect(await builder.call('GET', `/operations/${integrationId}`)).toMatchObject({ status: 404 });
  });

  it('accepts the existing API keys, and prints the same one', async () => {
    expect(platform.ready.apiKey).toBe(story.bootstrapKey);
    for (const key of [story.apiKey, story.bootstrapKey])
      expect(succeeded<{ name: string }[]>(await builderWith(key).call('GET', '/destinations'))).toHaveLength(2);
  });

  it('names who made an installation by the id of the consumer', async () => {
    const { integrationId, installationId } = story.finished;
    const { createdBy, connection } = await builder.get<{
      createdBy: string;
      connection: { consumer: { id: string } };
    }>(`/integrations/${integrationId}/installations/${installationId}`);
    expect(connection.consumer.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(createdBy).toBe(`consumer:${connection.consumer.id}`);
  });

  it('L2: renames a destination that existing installations name, and does not delete it', async () => {
    const change = { updateMask: ['name'], destination: { name: 'renamed' } };
    succeeded(await builder.call('PATCH', '/destinations/main', change));
    const { status, body } = await builder.call('DELETE', '/destinations/renamed');
    expect([status, body['causes']]).toEqual([
      409,
      expect.arrayContaining([
        'The integration crm names it.',
        expect.stringContaining(`The installation ${story.finished.installationId} of crm`),
      ]),
    ]);
  });

  it('delivers every pending message, with its id and its bytes', async () => {
    const accepted = () => receiver.messages.filter(({ status }) => status === 200);
    expect(story.waiting.length).toBeGreaterThan(PAGES_BEFORE_KILL);
    await eventually(async () => {
      const arrived = accepted().map(({ id, path, body }) => JSON.stringify({ id, path, sha256: sha256(body) }));
      const missing = story.waiting.filter((message) => !arrived.includes(JSON.stringify(message)));
      expect(missing).toEqual([]);
    }, WITHIN);
    receiver.checkSameIdSameBody();
  });

  it('signs with the existing keys', async () => {
    const keys: Record<string, string> = {
      [MAIN_PATH]: story.signingKeys.main,
      [REFUSING_PATH]: story.signingKeys.refusing,
    };
    expect(receiver.messages.length).toBeGreaterThanOrEqual(story.waiting.length);
    for (const { path, body, headers } of receiver.messages) webhookVerifier(keys[path] ?? '').byHand(body, headers);
  });

  it('resumes the killed read at its page, with the key of its connection', async () => {
    const { operationId } = story.interrupted;
    expect(await builder.finished(operationId, WITHIN)).toMatchObject({
      status: 'success',
      metadata: { progress: { recordsProcessed: RECORDS } },
    });
    await eventually(async () => expect(new Set(recordIdsOf(receiver, operationId)).size).toBe(RECORDS), WITHIN);
    const { records, requests } = sandbox.control.stats();
    expect(records['deals']).toBe(RECORDS - PAGES_BEFORE_KILL * PAGE_SIZE);
    expect(requests['deals']).toEqual({ 200: expect.any(Number) });
  });

  it('sends the event of its end through the existing topic', () =>
    eventually(async () => {
      const ended = receiver.notifications('read.backfill.done') as { data: { installationId: string } }[];
      expect(ended.map(({ data }) => data.installationId)).toContain(story.interrupted.installationId);
    }, WITHIN));

  it('starts the due scheduled read, and reads new records', async () => {
    await eventually(async () => {
      const [scheduled] = await laterThan(story.finished);
      expect(scheduled).toMatchObject({ status: 'success' });
      expect(new Set(recordIdsOf(receiver, scheduled?.id ?? '')).size).toBe(NEW_RECORDS);
    }, WITHIN);
  });

  it('refreshes the tokens of a connection by OAuth, and reads with them', async () => {
    await eventually(async () => {
      const [scheduled] = await laterThan(story.oauth);
      expect(scheduled).toMatchObject({ status: 'success' });
      expect(new Set(recordIdsOf(receiver, scheduled?.id ?? '')).size).toBe(NEW_RECORDS);
    }, WITHIN);
    expect(sandbox.control.stats().tokenGrants['refresh_token']).toBeGreaterThanOrEqual(1);
    const connection = await builder.get<{ status: string }>(`/connections/${story.oauth.connectionId}`);
    expect(connection.status).not.toBe('bad_credentials');
  });

  it('replays a finished read from its archived pages, without the provider', async () => {
    await eventually(async () => expect((await laterThan(story.finished))[0]?.status).toBe('success'), WITHIN);
    await sandbox.stop();
    const { operationId } = story.finished;
    const path = `/operations/${operationId}:replay`;
    const { operationId: replay } = succeeded<{ operationId: string }>(await builder.call('POST', path, {}));
    const { status, metadata } = (await builder.finished(replay, WITHIN)) as Replayed;
    expect({ status, replay: metadata.replay }).toMatchObject({
      status: 'success',
      replay: { operationId, records: { same: RECORDS } },
    });
  });
});
