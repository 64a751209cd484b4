import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { deployed, installed, manifestOf, readObject, STRANGER, told } from '../../../test/support/installed.ts';

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
});
afterEach(() => world.close());

const [contacts, deals] = [readObject('contacts'), readObject('deals')];
const grows = (...objects: object[]) => ({ name: 'grows', read: { objects } });
const revise = (integrationId: string, sourceYaml: string, more: object = {}) =>
  world.createRevision(world.call, { projectId: PROJECT, integrationId, sourceYaml, destructive: false, ...more });
const latest = async (id: string) => (await world.deps.stores.integrations.find(PROJECT, id))?.latestRevision;

describe('createRevision', () => {
  it('gives the integration what the manifest says of it, once, and leaves its other entries out', async () => {
    const id = await deployed(world, grows(deals));
    const before = await latest(id);
    const source = manifestOf({ name: 'stranger', read: { objects: [deals] } }, grows(deals, contacts));
    await revise(id, source);
    const after = await latest(id);
    expect(after?.id).not.toBe(before?.id);
    expect(after?.createTime).toBeGreaterThan(before?.createTime ?? Number.POSITIVE_INFINITY);
    expect(JSON.parse(after?.contentJson ?? '')).toMatchObject({ read: { objects: [deals, contacts] } });
    expect(await world.deps.stores.integrations.findByName(PROJECT, 'stranger')).toBeUndefined();
    await revise(id, source);
    expect((await latest(id))?.id).toBe(after?.id);
  });

  it.each([
    ['of another integration', manifestOf({ name: 'other', read: { objects: [deals] } })],
    ['with a fault in it', manifestOf({ name: 'grows' })],
    ['with a fault in another entry', manifestOf(grows(deals, contacts), { name: 'other' })],
    ['that is no YAML', 'a: ['],
  ])('refuses a manifest %s', async (_what, source) => {
    const id = await deployed(world, grows(deals));
    const before = await latest(id);
    await expect(revise(id, source)).rejects.toMatchObject({
      kind: 'unprocessable',
      extras: { issues: expect.arrayContaining([expect.objectContaining({ in: 'body' })]) },
    });
    expect(await latest(id)).toEqual(before);
  });

  it('wants one source', async () => {
    const id = await deployed(world, grows(deals));
    for (const source of [{ sourceYaml: '' }, { sourceYaml: 'a: 1', sourceZipUrl: 'gs://a/b' }])
      await expect(revise(id, '', source)).rejects.toMatchObject({
        kind: 'invalidArgument',
        extras: {
          issues: [expect.objectContaining({ name: 'sourceZipUrl' }), expect.objectContaining({ name: 'sourceYaml' })],
        },
      });
  });

  it('knows no integration of another project', async () => {
    const id = await deployed(world, grows(deals));
    const absent = { kind: 'notFound', detail: 'There is no such integration.' };
    await expect(revise(id, manifestOf(grows(deals)), { projectId: STRANGER })).rejects.toMatchObject(absent);
    await expect(revise(ABSENT, manifestOf(grows(deals)))).rejects.toMatchObject(absent);
  });
});

describe('a deploy', () => {
  it('that leaves an object out says so only when it is destructive', async () => {
    const integrationId = await deployed(world, grows(contacts, deals));
    await deployed(world, grows(contacts));
    expect(await told(world, 'integration.objects.dropped')).toEqual([]);
    await deployed(world, grows(contacts, deals));
    await deployed(world, grows(contacts), { destructive: true });
    expect(await told(world, 'integration.objects.dropped')).toEqual([{ integrationId, objectNames: ['deals'] }]);
    await deployed(world, grows(contacts, deals), { destructive: true });
    await revise(integrationId, manifestOf(grows(deals)), { destructive: true });
    expect((await told(world, 'integration.objects.dropped')).at(-1)).toEqual({
      integrationId,
      objectNames: ['contacts'],
    });
  });

  it('tells every installation what is read for everyone and how far back, and nothing else', async () => {
    const integrationId = await deployed(world, grows(contacts, deals));
    await deployed(world, grows({ ...contacts, mapToName: 'person' }, deals));
    expect(await told(world, 'integration.always.changed')).toEqual([]);
    const always = grows(contacts, { ...deals, enabled: 'always', schedule: '0 * * * *' });
    for (let times = 0; times < 2; times += 1) await deployed(world, always);
    expect(await told(world, 'integration.always.changed')).toEqual([{ integrationId }]);
    await deployed(world, grows({ ...contacts, backfill: { defaultPeriod: { days: 3 } } }, deals));
    expect(await told(world, 'integration.always.changed')).toHaveLength(2);
  });

  it('reaches every installation in portions, each heard once', async () => {
    const integrationId = await deployed(world, grows(contacts));
    const other = await deployed(world, { name: 'other', read: { objects: [contacts] } });
    const content = { read: { objects: { contacts: {} } } };
    const first = await installed(world, integrationId, { groupRef: 'g0', content });
    await installed(world, other, { groupRef: 'g0', content });
    const row = await world.db('installations').where({ id: first.installation.id }).first();
    // As many as need three portions of 200, which no test has to install one by one.
    const rows = Array.from({ length: 449 }, (_, n) => ({ ...row, id: world.deps.newId(), group_ref: `g${n + 1}` }));
    await world.db.batchInsert('installations', rows, 50);
    const news = async (event: { id: string; after?: string }) => {
      const payload = { integrationId, ...(event.after && { after: event.after }) };
      const time = world.deps.clock.now();
      const about = { type: 'integration.always.changed' as const, projectId: PROJECT, time, payload };
      await world.propagateRevision({ id: event.id, ...about } as Parameters<typeof world.propagateRevision>[0]);
    };
    const ids = [world.deps.newId(), world.deps.newId(), world.deps.newId()];
    let after: string | undefined;
    for (const id of ids) {
      for (let times = 0; times < 2; times += 1) await news({ id, ...(after && { after }) });
      after = (await told(world, 'integration.always.changed')).at(-1)?.['after'] as string | undefined;
    }
    expect(await told(world, 'integration.always.changed')).toHaveLength(2);
    const revised = (await told(world, 'installation.revised')).map(({ installationId }) => installationId);
    expect(revised).toHaveLength(450);
    expect(new Set(revised)).toEqual(new Set([first.installation.id, ...rows.map(({ id }) => id)]));
  });
});
