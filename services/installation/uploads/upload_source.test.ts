import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { purgeRulesOf } from '../../../lib/retention/retention.ts';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import {
  type InstallationWorld,
  installationWorld,
  PROJECT,
  PUBLIC_URL,
} from '../../../test/support/installation_world.ts';
import { deployed, manifestOf, readObject, STRANGER } from '../../../test/support/installed.ts';
import { retentions } from '../jobs/retention.ts';

type Place = { url: string; bucket: string; path: string };

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
});
afterEach(() => world.close());

const zipOf = (name: string) =>
  zipSync({ 'amp.yaml': strToU8(manifestOf({ name, read: { objects: [readObject('deals')] } })) });
const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('base64');
const place = (more: object = {}) => world.generateUploadUrl(world.call, { projectId: PROJECT, md5: '', ...more });
function put({ url }: Place, content: Uint8Array): Promise<void> {
  const { pathname, searchParams } = new URL(url);
  const [uploadId = ''] = pathname.split('/').slice(-1);
  return world.uploadSource(world.call, { uploadId, signature: searchParams.get('signature') ?? '', content });
}
async function deploy({ bucket, path }: Pick<Place, 'bucket' | 'path'>, more: object = {}): Promise<string[]> {
  const request = { projectId: PROJECT, sourceZipUrl: `gs://${bucket}${path}`, ...more };
  return (await world.upsertIntegrations(world.call, request)).map(({ name }) => name);
}
const NO_UPLOAD = {
  kind: 'unprocessable',
  detail: 'There is no such upload.',
  extras: { issues: [expect.objectContaining({ name: 'sourceZipUrl' })] },
};
const NO_PLACE = { kind: 'notFound', detail: 'There is no such upload, or its URL has expired.' };

describe('an uploaded manifest', () => {
  it('lies at a signed address, is deployed from there, and may be sent again: the last bytes count', async () => {
    const where = await place();
    expect(where.url.startsWith(`${PUBLIC_URL}/v1/uploads/`)).toBe(true);
    await expect(deploy(where)).rejects.toMatchObject(NO_UPLOAD);
    await put(where, zipOf('first'));
    await put(where, zipOf('latest'));
    expect(await deploy(where)).toEqual(['latest']);
  });

  it('S11: counts once for the bytes of a day, however often it is sent again', async () => {
    const limited = await installationWorld(undefined, { uploads: { perDay: 0, bytesPerDay: 10 } });
    const { url } = await limited.generateUploadUrl(limited.call, { projectId: PROJECT, md5: '' });
    const { pathname, searchParams } = new URL(url);
    const uploadId = pathname.split('/').at(-1) ?? '';
    const send = (bytes: number) =>
      limited.uploadSource(limited.call, {
        uploadId,
        signature: searchParams.get('signature') ?? '',
        content: new Uint8Array(bytes),
      });
    for (const bytes of [7, 7, 10]) await send(bytes);
    await expect(send(11)).rejects.toMatchObject({ kind: 'rateLimited' });
    await limited.close();
  });

  it('makes a revision of one integration, too', async () => {
    const integrationId = await deployed(world, { name: 'revised', read: { objects: [readObject('contacts')] } });
    const where = await place();
    await put(where, zipOf('revised'));
    const sourceZipUrl = `gs://${where.bucket}${where.path}`;
    await world.createRevision(world.call, { projectId: PROJECT, integrationId, sourceZipUrl, destructive: false });
    const { latestRevision } = (await world.deps.stores.integrations.find(PROJECT, integrationId)) ?? {};
    expect(latestRevision?.contentJson).toContain('deals');
  });

  it('is refused when its bytes are not those that were announced', async () => {
    const bytes = zipOf('announced');
    const where = await place({ md5: md5Of(bytes) });
    await expect(put(where, zipOf('other'))).rejects.toMatchObject({ kind: 'invalidArgument' });
    await expect(deploy(where)).rejects.toMatchObject(NO_UPLOAD);
    await put(where, bytes);
    expect(await deploy(where)).toEqual(['announced']);
  });

  it('finds its place only with the whole address, for 15 minutes', async () => {
    const [one, two] = [await place(), await place()];
    const signature = (url: string) => new URL(url).searchParams.get('signature') ?? '';
    for (const url of [
      one.url.replace(signature(one.url), signature(two.url)),
      one.url.replace(/uploads\/[^?]+/, `uploads/${ABSENT}`),
      one.url.slice(0, -1),
      one.url.replace(/\?.*/, ''),
    ])
      await expect(put({ ...one, url }, zipOf('x'))).rejects.toMatchObject(NO_PLACE);
    world.pass(15 * 60_000 - 1);
    await put(one, zipOf('x'));
    world.pass(1);
    await expect(put(one, zipOf('x'))).rejects.toMatchObject(NO_PLACE);
  });

  it('is for the project of the key that asked, and another project learns nothing of it', async () => {
    const where = await place();
    await put(where, zipOf('mine'));
    await expect(deploy(where, { projectId: STRANGER })).rejects.toMatchObject(NO_UPLOAD);
    await expect(deploy({ ...where, path: `/${ABSENT}.zip` }, { projectId: STRANGER })).rejects.toMatchObject(
      NO_UPLOAD,
    );
    expect(await deploy(where)).toEqual(['mine']);
  });

  it('is for the builder who asked, and not for whoever has a key of the project', async () => {
    const builder = { ...world.call, principal: 'builder:ada' };
    const where = await world.generateUploadUrl(builder, { projectId: '', md5: '' });
    await put(where, zipOf('hers'));
    await expect(deploy(where)).rejects.toMatchObject(NO_UPLOAD);
    const sourceZipUrl = `gs://${where.bucket}${where.path}`;
    expect(await world.upsertIntegrations(builder, { projectId: PROJECT, sourceZipUrl })).toHaveLength(1);
  });

  it.each([
    `gs://other-bucket/${ABSENT}.zip`,
    'gs://causeway-uploads/../etc/passwd',
    'http://127.0.0.1:1/amp.zip',
    'https://example.com/amp.zip',
    'file:///etc/passwd',
  ])('is never fetched from elsewhere: %s', async (sourceZipUrl) => {
    await expect(world.upsertIntegrations(world.call, { projectId: PROJECT, sourceZipUrl })).rejects.toMatchObject(
      NO_UPLOAD,
    );
    expect(world.sent).toEqual([]);
  });

  it('is gone a day later', async () => {
    const where = await place();
    await put(where, zipOf('old'));
    world.pass(24 * 3_600_000 + 1);
    const uploads = purgeRulesOf(retentions(), world.deps).find(({ name }) => name === 'uploads');
    expect(await uploads?.run(1)).toMatchObject({ hasMore: true }); // it deleted one
    await expect(deploy(where)).rejects.toMatchObject(NO_UPLOAD);
  });
});
