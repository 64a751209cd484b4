import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { stringify } from 'yaml';
import { openDatabase } from '../../lib/db/open.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { checkDeclared } from '../support/declared_answers.ts';
import { type Answer, request, startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';

type Place = { url: string; bucket: string; path: string };

const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('base64');

describe('a manifest as a zip', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let rival: Builder;

  beforeAll(async () => {
    platform = await startTestPlatform();
    builder = aBuilder(platform);
    rival = aBuilder(await addProject(platform, 'rival'));
    await builder.addMissing('main');
  });
  afterAll(() => platform.stop());

  const zipOf = (...names: string[]) => {
    const integrations = names.map((name) => ({
      name,
      provider: 'sandbox',
      read: { objects: [{ objectName: 'deals', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    }));
    return zipSync({ 'amp.yaml': strToU8(stringify({ specVersion: '1.0.0', integrations })) });
  };
  const place = async (md5 = '', who = builder) =>
    succeeded<Place>(await who.send('GET', `/v1/generate-upload-url${md5 && `?md5=${encodeURIComponent(md5)}`}`));
  /** Uploads like the command line tool: without a credential, only with the address. */
  async function put(url: string, bytes: Uint8Array, headers: Record<string, string> = {}): Promise<Answer> {
    const path = url.replace(platform.origin, '');
    const response = await fetch(platform.origin + path, { method: 'PUT', headers, body: Buffer.from(bytes) });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const body = type.includes('json') ? (JSON.parse(text) as Record<string, unknown>) : {};
    const answer = { status: response.status, type, headers: response.headers, body, text };
    checkDeclared('PUT', path, answer);
    return answer;
  }
  const deploy = ({ bucket, path }: Place, who = builder) =>
    who.call('PUT', '/integrations:batch', { sourceZipUrl: `gs://${bucket}${path}` });
  async function uploaded(bytes: Uint8Array): Promise<Place> {
    const where = await place();
    succeeded(await put(where.url, bytes));
    return where;
  }

  it('can be uploaded in the steps of the command line tool', async () => {
    const bytes = zipOf('first', 'second');
    const md5 = md5Of(bytes);
    const where = await place(md5);
    expect(where.url.startsWith(`${platform.ready.baseUrl}/uploads/`)).toBe(true);
    expect(where.path.startsWith('/')).toBe(true);
    expect((await put(where.url, bytes, { 'content-md5': md5 })).status).toBe(200);
    const deployed = succeeded<{ name: string }[]>(await deploy(where));
    expect(deployed.map(({ name }) => name)).toEqual(['first', 'second']);
  });

  it('may have either content type, and be sent again while its address is valid', async () => {
    const where = await place();
    for (const headers of [
      {},
      { 'content-type': 'application/zip' },
      { 'content-type': 'application/octet-stream' },
    ] as Record<string, string>[])
      expect((await put(where.url, zipOf('either'), headers)).status).toBe(200);
    expect((await put(where.url, zipOf('latest'))).status).toBe(200);
    expect(succeeded<{ name: string }[]>(await deploy(where)).map(({ name }) => name)).toEqual(['latest']);
  });

  it('creates a revision of one integration, too', async () => {
    const [{ id = '' } = {}] = succeeded<{ id: string }[]>(await deploy(await uploaded(zipOf('revised'))));
    const { bucket, path } = await uploaded(zipOf('revised'));
    const revise = (sourceZipUrl: string) => builder.call('POST', `/integrations/${id}/revisions`, { sourceZipUrl });
    expect((await revise(`gs://${bucket}${path}`)).status).toBe(201);
    expect((await revise(`gs://${bucket}/nothing.zip`)).status).toBe(422);
  });

  it('is refused when its bytes are not the announced ones', async () => {
    const bytes = zipOf('announced');
    const where = await place(md5Of(bytes));
    expect((await put(where.url, zipOf('other'))).status).toBe(400);
    const damaged = await put(where.url, bytes, { 'content-md5': md5Of(zipOf('other')) });
    expect([damaged.status, damaged.body['issues']]).toEqual([400, [expect.objectContaining({ name: 'content-md5' })]]);
    expect((await deploy(where)).status).toBe(422);
    expect((await put(where.url, bytes)).status).toBe(200);
    expect((await deploy(where)).status).toBe(200);
  });

  it('is accepted only with the complete address, and in time', async () => {
    const [one, two] = [await place(), await place()];
    const signature = (url: string) => new URL(url).searchParams.get('signature') ?? '';
    const swapped = one.url.replace(signature(one.url), signature(two.url));
    const absent = one.url.replace(/uploads\/[^?]+/, 'uploads/01900000-0000-7000-8000-000000000000');
    const details = [];
    for (const url of [swapped, absent, one.url.slice(0, -1)]) {
      const answer = await put(url, zipOf('x'));
      details.push([answer.status, answer.body['detail']]);
    }
    expect(new Set(details.map(String)).size).toBe(1);
    expect(details[0]?.[0]).toBe(404);
    expect((await put(one.url.replace(/\?.*/, ''), zipOf('x'))).status).toBe(400);
    const db = openDatabase(platform.databaseUrl('installation'));
    await db('uploads')
      .where({ owner: `project:${platform.ready.project.id}` })
      .update({ expire_time: 1 });
    await db.destroy();
    expect((await put(one.url, zipOf('x'))).status).toBe(404);
  });

  it('belongs to the project of the key that requested it; another project learns nothing about it', async () => {
    const where = await uploaded(zipOf('mine'));
    const foreign = await deploy(where, rival);
    const absent = await deploy({ ...where, path: '/01900000-0000-7000-8000-000000000000.zip' }, rival);
    expect([foreign.status, foreign.body['detail']]).toEqual([422, absent.body['detail']]);
    expect((await rival.call('GET', '/integrations/mine')).status).toBe(404);
    expect((await deploy(where)).status).toBe(200);
  });

  it('belongs to the builder who requested it, and not to other keys of the project', async () => {
    const headers = { authorization: `Bearer ${platform.ready.bearerToken}` };
    const asked = await request(platform.origin, 'GET', '/v1/generate-upload-url', { headers });
    const where = succeeded<Place>(asked);
    succeeded(await put(where.url, zipOf('by-builder')));
    expect((await deploy(where)).status).toBe(422);
    const path = `/v1/projects/${platform.ready.project.id}/integrations:batch`;
    const body = JSON.stringify({ sourceZipUrl: `gs://${where.bucket}${where.path}` });
    const json = { ...headers, 'content-type': 'application/json' };
    expect((await request(platform.origin, 'PUT', path, { headers: json, body })).status).toBe(200);
    expect((await builder.call('GET', '/integrations/by-builder')).status).toBe(200);
  });

  it.each([
    'gs://other-bucket/01900000-0000-7000-8000-000000000000.zip',
    'gs://causeway-uploads/../etc/passwd',
    'http://127.0.0.1:1/amp.zip',
    'https://example.com/amp.zip',
    'file:///etc/passwd',
  ])('is never fetched from elsewhere: %s', async (sourceZipUrl) => {
    const answer = await builder.call('PUT', '/integrations:batch', { sourceZipUrl });
    expect([answer.status, answer.body['issues']]).toEqual([422, [expect.objectContaining({ name: 'sourceZipUrl' })]]);
  });

  it.each<[string, Uint8Array, string]>([
    ['no zip', strToU8('specVersion: 1.0.0'), 'not a zip archive'],
    ['a zip without a manifest', zipSync({ 'docs/amp.yaml': strToU8('a: 1') }), 'no complete amp.yaml'],
    ['a bomb', zipSync({ 'amp.yaml': new Uint8Array(50_000_000) }, { level: 9 }), 'more than 524288 bytes'],
    ['an invalid manifest', zipSync({ 'amp.yaml': strToU8('specVersion: 1.0.0\nintegrations: []\n') }), 'line 2'],
  ])('is refused as %s', async (_what, bytes, fault) => {
    const answer = await deploy(await uploaded(bytes));
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringContaining(fault)]);
  });

  it('is refused with an invalid shape', async () => {
    const { url, bucket, path } = await place();
    expect((await put(url, zipOf('x'), { 'content-type': 'text/html' })).status).toBe(415);
    expect((await put(url, zipOf('x'), { 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await put(url, new Uint8Array(0))).status).toBe(400);
    expect((await put(url, new Uint8Array(1_048_577))).status).toBe(413);
    expect((await deploy({ url, bucket, path })).status).toBe(422);
    expect((await builder.send('GET', '/v1/generate-upload-url?md5=short')).status).toBe(400);
    const both = { sourceZipUrl: `gs://${bucket}${path}`, sourceYaml: 'a: 1' };
    for (const body of [both, {}]) expect((await builder.call('PUT', '/integrations:batch', body)).status).toBe(400);
  });

  it('needs a credential to request an address', async () => {
    const answer = await request(platform.origin, 'GET', '/v1/generate-upload-url');
    expect(answer.status).toBe(401);
  });
});
