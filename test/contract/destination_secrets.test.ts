import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { MASK_TEXT } from '../../lib/http/secret_mask.ts';
import { newId } from '../../lib/ids/ids.ts';
import { openMetadata } from '../../services/notifications/destinations/seal_metadata.ts';
import { migrations } from '../../services/notifications/migrations/migrations.ts';
import { forEachEngine } from '../support/engines.ts';
import { type NotificationsFixture, notificationsFixture } from '../support/notifications_fixture.ts';

const URL = 'https://hooks.acme.example/in';
const HEADERS = { authorization: 'Bearer canary-header-1', 'x-tenant': 'acme' };

forEachEngine((engine) => {
  const db = engine.suiteDatabase(migrations);
  let world: NotificationsFixture;
  let projectId: string;
  beforeAll(async () => {
    world = await notificationsFixture(db());
  });
  beforeEach(() => {
    projectId = newId();
  });

  const create = (headers: Record<string, string>, name = 'hooks', url = URL) =>
    world.createDestination({ projectId, name, type: 'webhook', metadata: { url, headers } });
  const rows = () => db()('destinations').where({ project_id: projectId }).select();
  const update = (updateMask: string[], metadata: object, mayMoveHeaders = false) =>
    world.updateDestination({
      projectId,
      idOrName: 'hooks',
      updateMask,
      name: '',
      type: '',
      metadata: metadata as { url: string },
      mayMoveHeaders,
    });
  const stored = async () => {
    const destination = await world.stores.destinations.find(projectId, 'hooks');
    if (!destination) throw new Error('no destination');
    return destination;
  };
  const sent = async () => openMetadata(await stored(), { key: 'headers', urlKey: 'url' }, world.deps.sealer);

  it('S11: the headers of a destination are stored sealed, shown by name, and sent as they are', async () => {
    await create(HEADERS);
    expect(JSON.stringify(await rows())).not.toMatch(/canary|acme"/);
    expect(await sent()).toEqual({ url: URL, headers: HEADERS });
    const { showMetadata } = world;
    expect(showMetadata(await stored(), { values: false })).toEqual({
      url: URL,
      headers: { authorization: MASK_TEXT, 'x-tenant': MASK_TEXT },
    });
    expect(showMetadata(await stored(), { values: true })).toEqual({ url: URL, headers: HEADERS });
  });

  it('S11: the headers that are sent back with the mask keep their stored values', async () => {
    await create(HEADERS);
    const back = { url: `${URL}/2`, headers: { Authorization: MASK_TEXT, 'x-new': 'new' } };
    await update(['metadata'], back);
    expect(await sent()).toEqual({
      url: `${URL}/2`,
      headers: { Authorization: HEADERS.authorization, 'x-new': 'new' },
    });
    const absent = { headers: { 'x-absent': MASK_TEXT } };
    await expect(update(['metadata.headers'], absent)).rejects.toMatchObject({ kind: 'invalidArgument' });
    await expect(create(absent.headers, 'other')).rejects.toMatchObject({ kind: 'invalidArgument' });
    await update(['metadata.headers'], {});
    expect(await sent()).toEqual({ url: URL.concat('/2') });
    expect(await rows()).toMatchObject([{ sealed_headers: null }]);
  });

  it('S11: the stored headers go to another server only with a caller who may see them', async () => {
    await create(HEADERS);
    const url = 'https://elsewhere.example/in';
    const refused = { kind: 'permissionDenied' };
    world.addresses.set('elsewhere.example', ['203.0.114.7']);
    await expect(update(['metadata.url'], { url })).rejects.toMatchObject(refused);
    await expect(update(['metadata'], { url, headers: { 'x-tenant': MASK_TEXT } })).rejects.toMatchObject(refused);
    await update(['metadata'], { url, headers: { authorization: 'mine' } });
    await update(['metadata.url'], { url: URL }, true);
    expect(await sent()).toEqual({ url: URL, headers: { authorization: 'mine' } });
  });

  it('S16: the query of a URL is stored sealed, shown masked, sent as it is, and kept by its mask', async () => {
    const url = `${URL}?token=canary-query-1&v=2&canary-bare&empty=`;
    await create({}, 'hooks', url);
    expect(JSON.stringify(await rows())).not.toContain('canary');
    expect(await sent()).toEqual({ url });
    const shown = world.showMetadata(await stored(), { values: false });
    const masked = `${URL}?token=${MASK_TEXT}&v=${MASK_TEXT}&${MASK_TEXT}&empty=`;
    expect(shown['url']).toBe(masked);
    expect(world.showMetadata(await stored(), { values: true })['url']).toBe(url);
    await update(['metadata.url'], { url: masked.replace(`v=${MASK_TEXT}`, 'v=3').replace('/in', '/other') });
    expect((await sent())['url']).toBe(url.replace('v=2', 'v=3').replace('/in', '/other'));
    await expect(update(['metadata.url'], { url: `${URL}?secret=${MASK_TEXT}` })).rejects.toMatchObject({
      kind: 'invalidArgument',
      detail: expect.stringContaining('value of secret'),
    });
    await update(['metadata.headers'], { headers: HEADERS });
    expect(await sent()).toMatchObject({ url: expect.stringContaining('token=canary-query-1'), headers: HEADERS });
    await update(['metadata'], { url: URL });
    expect([await sent(), await rows()]).toMatchObject([{ url: URL }, [{ sealed_headers: null }]]);
  });

  it('S16: the stored query goes to another server only with a caller who may see it', async () => {
    await create({}, 'hooks', `${URL}?token=canary-query-1`);
    world.addresses.set('elsewhere.example', ['203.0.114.7']);
    const url = `https://elsewhere.example/in?token=${MASK_TEXT}`;
    await expect(update(['metadata.url'], { url })).rejects.toMatchObject({
      kind: 'permissionDenied',
      detail: expect.stringContaining('query'),
    });
    await update(['metadata.url'], { url }, true);
    expect((await sent())['url']).toBe('https://elsewhere.example/in?token=canary-query-1');
  });

  it('S16: a query in clear, as 0.1.0 stores it, is read, and sealed later with the headers', async () => {
    const { id } = await create(HEADERS);
    const url = `${URL}?token=canary-query-2`;
    await db()('destinations')
      .where({ id })
      .update({ metadata: JSON.stringify({ url }) });
    expect(await sent()).toEqual({ url, headers: HEADERS });
    while (await world.sealClearSecrets());
    expect(JSON.stringify(await rows())).not.toContain('canary');
    expect(await sent()).toEqual({ url, headers: HEADERS });
    const before = await rows();
    while (await world.sealClearSecrets());
    expect(await rows()).toEqual(before);
    // A process of 0.1.0 writes another address: the sealed one is older.
    await db()('destinations')
      .where({ id })
      .update({ metadata: JSON.stringify({ url: `${URL}/new` }) });
    expect((await sent())['url']).toBe(`${URL}/new`);
  });

  it('S11: headers in clear, as 0.1.0 stores them, are read, and sealed later', async () => {
    const { id } = await create(HEADERS);
    const clear = { metadata: JSON.stringify({ url: URL, headers: { authorization: 'canary-newer' } }) };
    await db()('destinations').where({ id }).update(clear);
    expect((await sent())['headers']).toEqual({ authorization: 'canary-newer' });
    const { sealClearSecrets } = world;
    while (await sealClearSecrets());
    expect(JSON.stringify(await rows())).not.toContain('canary');
    expect(await sent()).toEqual({ url: URL, headers: { authorization: 'canary-newer' } });
    const before = await rows();
    while (await sealClearSecrets());
    expect(await rows()).toEqual(before);
  });
});
