import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../lib/db/open.ts';
import { lowestIdAt } from '../../lib/ids/ids.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { aPerson, type Person, theKey, theOwner } from '../support/people.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';
const DAY = 24 * 3_600_000;
type Project = { id: string; name: string; appName: string; orgId: string };

describe('projects', () => {
  let platform: TestPlatform;
  let owner: Pick<Person, 'send'>;
  let orgId: string;
  beforeAll(async () => {
    platform = await startTestPlatform({ CAUSEWAY_LOG_RETENTION_DAYS: '3', CAUSEWAY_READS_JANITOR_POLL_MS: '100' });
    owner = theOwner(platform);
    orgId = platform.ready.orgId;
  });
  afterAll(() => platform.stop());

  const create = (body: object, person: Pick<Person, 'send'> = owner) => person.send('POST', '/projects', body);

  it('are created with a name in lower case, and visible at once to everybody in the org', async () => {
    const answer = await create({ appName: 'My App', name: 'My-First', orgId });
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'my-first',
        appName: 'My App',
        orgId,
        allowedOrigins: [],
        restrictFrontendKeys: false,
        createTime: expect.any(String),
      },
    ]);
    for (const name of ['my-first', 'MY-FIRST', (answer.body as Project).id])
      expect((await owner.send('GET', `/projects/${name}`)).body).toEqual(answer.body);
    expect((await owner.send('GET', '/projects')).body).toEqual([
      expect.objectContaining({ name: 'demo' }),
      answer.body,
    ]);
    const { body } = await owner.send('GET', '/my-info');
    expect(Object.keys(body['projectRoles'] as object)).toContain((answer.body as Project).id);
    expect((await theKey(platform).send('GET', '/projects/my-first')).status).toBe(404);
  });

  it('can be used by the builder who created them', async () => {
    await create({ appName: 'Used', name: 'used', orgId });
    expect((await owner.send('POST', '/projects/used/topics', { name: 'news' })).status).toBe(201);
    expect((await owner.send('GET', '/projects/used/topics')).body).toHaveLength(1);
    expect((await owner.send('GET', '/projects/demo/topics')).body).toEqual([]);
  });

  it('answer any invalid body with 422', async () => {
    const good = { appName: 'App', name: 'good-name', orgId };
    const bad = [
      { ...good, name: '-bad' },
      { ...good, name: 'bad-' },
      { ...good, name: 'b' },
      { ...good, name: 'a.b' },
      { ...good, name: 'ä-b' },
      { ...good, name: 'x'.repeat(129) },
      { ...good, name: ABSENT.toUpperCase() },
      { ...good, name: 'demo' },
      { ...good, name: 'DEMO' },
      { ...good, appName: '' },
      { ...good, appName: 'x'.repeat(129) },
      { ...good, more: 1 },
      { name: 'good-name', orgId },
      { appName: 'App', orgId },
      { appName: 'App', name: 'good-name' },
    ];
    for (const body of bad) {
      const answer = await create(body);
      expect([body, answer.status, answer.body['issues']]).toEqual([body, 422, expect.any(Array)]);
    }
    expect((await owner.send('GET', '/projects/good-name')).status).toBe(404);
  });

  it('with one name are created once under concurrency', async () => {
    const rival = await aPerson(platform, 'rival@rival.example');
    const rivalOrg = succeeded<{ id: string }>(await rival.send('POST', '/orgs', { label: 'Rival' })).id;
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => create({ appName: 'A', name: 'wanted', orgId })),
      ...Array.from({ length: 10 }, () => create({ appName: 'A', name: 'Wanted', orgId: rivalOrg }, rival)),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(422)]);
  });

  it('are created by admins of the org; for others the org does not exist', async () => {
    const stranger = await aPerson(platform, 'stranger@example.com');
    const body = { appName: 'A', name: 'mine', orgId };
    const [foreign, absent] = [await create(body, stranger), await create({ ...body, orgId: ABSENT }, stranger)];
    expect([foreign.status, foreign.body['detail']]).toEqual([404, absent.body['detail']]);
    const join = (role: string) =>
      owner.send('POST', `/orgs/${orgId}/memberships`, { builderId: stranger.builderId, role });
    await join('member');
    expect((await create(body, stranger)).status).toBe(403);
    const admin = await aPerson(platform, 'admin@example.com');
    await owner.send('POST', `/orgs/${orgId}/memberships`, { builderId: admin.builderId, role: 'admin' });
    expect((await create(body, admin)).status).toBe(201);
  });

  it('change only in what the mask names', async () => {
    await create({ appName: 'Old', name: 'changing', orgId });
    const change = (body: object, name = 'changing') => owner.send('PATCH', `/projects/${name}`, body);
    const one = await change({ updateMask: ['appName'], project: { appName: 'New', name: 'ignored' } });
    expect([one.status, one.body]).toEqual([200, expect.objectContaining({ appName: 'New', name: 'changing' })]);
    expect(one.body['updateTime']).toEqual(expect.any(String));
    for (const [body, status] of [
      [{ updateMask: ['appName'], project: { name: 'x-y' } }, 400],
      [{ updateMask: ['orgId'], project: { appName: 'x' } }, 400],
      [{ updateMask: [], project: { appName: 'x' } }, 400],
      [{ updateMask: ['name'], project: { name: '-x' } }, 400],
      [{ updateMask: ['name'], project: { name: ABSENT } }, 422],
      [{ updateMask: ['name'], project: { name: 'Demo' } }, 409],
    ] as const)
      expect([body, (await change(body)).status]).toEqual([body, status]);
    const renamed = await change({ updateMask: ['name', 'appName'], project: { name: 'Changed', appName: 'Newer' } });
    expect(renamed.body).toMatchObject({ name: 'changed', appName: 'Newer' });
    expect((await owner.send('GET', '/projects/changed')).status).toBe(200);
    expect((await change({ updateMask: ['name'], project: { name: 'x-y' } }, 'absent')).status).toBe(404);
  });

  it('S5: name the origins of their pages; one of 0.1.0 has any origin, and a warning, until it does', async () => {
    const allowedOrigins = ['https://app.example.com', 'http://localhost:*'];
    const made = await create({
      appName: 'O',
      name: 'with-origins',
      orgId,
      allowedOrigins,
      restrictFrontendKeys: true,
    });
    expect(made.body).toMatchObject({ allowedOrigins, restrictFrontendKeys: true });
    expect((await create({ appName: 'O', name: 'x-y', orgId, allowedOrigins: ['*'] })).status).toBe(422);
    const change = (body: object) => owner.send('PATCH', '/projects/with-origins', body);
    for (const [body, status] of [
      [{ updateMask: ['allowedOrigins'], project: { allowedOrigins: ['*'] } }, 422],
      [{ updateMask: ['allowedOrigins'], project: { allowedOrigins: ['http://app.example.com'] } }, 422],
      [{ updateMask: ['allowedOrigins'], project: { allowedOrigins: ['https://app.example.com/path'] } }, 422],
      [{ updateMask: ['allowedOrigins'], project: {} }, 400],
      [{ updateMask: ['restrictFrontendKeys'], project: {} }, 400],
    ] as const)
      expect([body, (await change(body)).status]).toEqual([body, status]);
    const db = openDatabase(platform.databaseUrl('identity'));
    const old = { allowed_origins: null, restrict_frontend_keys: null };
    await db('projects').where({ name: 'with-origins' }).update(old);
    await db.destroy();
    expect((await owner.send('GET', '/projects/with-origins')).body).toMatchObject({
      allowedOrigins: ['*'],
      restrictFrontendKeys: false,
      warnings: [{ rule: 'any-origin', path: 'allowedOrigins' }],
    });
    const { body } = await change({ updateMask: ['allowedOrigins'], project: { allowedOrigins: [] } });
    expect([body['allowedOrigins'], body['warnings']]).toEqual([[], undefined]);
  });

  it('return their entitlements on request', async () => {
    expect((await owner.send('GET', '/projects/demo')).body).not.toHaveProperty('entitlements');
    expect((await owner.send('GET', '/projects/demo?includeEntitlements=false')).body).not.toHaveProperty(
      'entitlements',
    );
    expect((await owner.send('GET', '/projects/demo?includeEntitlements=true')).body).toMatchObject({
      name: 'demo',
      entitlements: { brandingRemoval: { value: false }, logRetentionDays: { value: 3 } },
    });
    expect((await owner.send('GET', '/projects/demo?includeEntitlements=perhaps')).status).toBe(400);
  });

  describe('and the logs of their operations', () => {
    let sandbox: Sandbox;
    let receiver: Receiver;
    beforeAll(async () => {
      [sandbox, receiver] = await Promise.all([startSandbox({ records: 2 }), startReceiver()]);
    });
    afterAll(async () => {
      await receiver.stop();
      await sandbox.stop();
    });

    it('are kept for the days of the entitlement, and then deleted', async () => {
      const builder = aBuilder(platform);
      await builder.addDestination('main', receiver);
      const contacts = { objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] };
      const integration = await builder.deploy({ name: 'crm', read: { objects: [contacts] } });
      await builder.connect(sandbox, 'g');
      await builder.installed(integration, 'g', { contacts: {} });
      const [young, old] = [
        await builder.trigger(integration, 'contacts', 'g'),
        await builder.trigger(integration, 'contacts', 'g'),
      ];
      await Promise.all([young, old].map(settled));
      const kept = await age(young, 2 * DAY);
      const dropped = await age(old, 4 * DAY);
      await eventually(async () => expect(await builder.logs(dropped)).toEqual([]));
      expect(await builder.logs(kept)).not.toEqual([]);
      expect(await builder.getOperation(dropped)).toMatchObject({ status: 'success' });

      async function settled(id: string): Promise<void> {
        await builder.finished(id);
        const metadata = { progress: { recordsPending: 0 } };
        await eventually(async () => expect(await builder.getOperation(id)).toMatchObject({ metadata }));
      }
    });

    /** Ages an operation by `ms`; returns its new id, because an id contains the time of its creation. */
    async function age(operationId: string, ms: number): Promise<string> {
      const create_time = Date.now() - ms;
      const id = lowestIdAt(create_time);
      const db = openDatabase(platform.databaseUrl('reads'));
      await db('operations').where({ id: operationId }).update({ id, create_time });
      for (const table of ['operation_logs', 'operation_pages'])
        await db(table).where({ operation_id: operationId }).update({ operation_id: id, create_time });
      await db.destroy();
      return id;
    }
  });
});
