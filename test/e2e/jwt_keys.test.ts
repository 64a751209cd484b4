import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';

const pem = { publicKeyEncoding: { type: 'spki', format: 'pem' } } as const;
const rsa = (modulusLength: number, publicExponent = 65_537) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicExponent,
    ...pem,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

describe('JWT keys', () => {
  const { publicKey, privateKey } = rsa(2_048);
  let platform: TestPlatform;
  let builder: Builder;
  beforeAll(async () => {
    platform = await startTestPlatform();
    builder = aBuilder(platform);
  });
  afterAll(() => platform.stop());

  const post = (body: unknown) => builder.call('POST', '/jwt-keys', body);
  const create = async (label = 'signer') =>
    succeeded<{ kid: string }>(await post({ label, algorithm: 'RS256', publicKeyPem: publicKey })).kid;
  const patch = (kid: string, updateMask: string[], jwtKey: unknown) =>
    builder.call('PATCH', `/jwt-keys/${kid}`, { updateMask, jwtKey });

  it('are registered, shown and listed', async () => {
    const kid = await create();
    const key = await builder.get(`/jwt-keys/${kid}`);
    expect(key).toEqual({
      id: kid,
      projectId: platform.ready.project.id,
      label: 'signer',
      algorithm: 'RSA',
      publicKeyPem: publicKey,
      active: true,
      createTime: expect.any(String),
      updateTime: expect.any(String),
    });
    expect(await builder.get('/jwt-keys')).toEqual(expect.arrayContaining([key]));
  });

  it('are accepted with either name of the label, of the algorithm and of the PEM block', async () => {
    const { kid } = succeeded<{ kid: string }>(
      await post({ name: 'named', algorithm: 'RSA', publicKeyPem: publicKey }),
    );
    expect(await builder.get(`/jwt-keys/${kid}`)).toMatchObject({ label: 'named' });
    const { publicKey: pkcs1 } = generateKeyPairSync('rsa', {
      modulusLength: 2_048,
      publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    expect((await post({ label: 'old', algorithm: 'RS256', publicKeyPem: pkcs1 })).status).toBe(201);
  });

  it('are listed completely, or only the active ones', async () => {
    const kid = await create();
    succeeded(await patch(kid, ['active'], { active: false }));
    const kids = async (query: string) =>
      (await builder.get<{ id: string }[]>(`/jwt-keys${query}`)).map(({ id }) => id);
    expect(await kids('')).toContain(kid);
    expect(await kids('?active=true')).not.toContain(kid);
  });

  it('change only in what the mask names', async () => {
    const kid = await create();
    const changed = succeeded(await patch(kid, ['label'], { label: 'renamed', active: false }));
    expect(changed).toMatchObject({ label: 'renamed', active: true });
    expect(await builder.get(`/jwt-keys/${kid}`)).toEqual(changed);
  });

  it('refuse a mask with another field, and one without its value', async () => {
    const kid = await create();
    const { status, body } = await patch(kid, ['publicKeyPem'], { label: 'x' });
    expect([status, body['remedy']]).toEqual([400, expect.stringMatching(/label.*active/)]);
    expect((await patch(kid, ['active'], { label: 'x' })).status).toBe(422);
  });

  it('are deleted for good', async () => {
    const kid = await create();
    expect(await builder.call('DELETE', `/jwt-keys/${kid}`)).toMatchObject({ status: 204, text: '' });
    for (const method of ['GET', 'DELETE']) expect((await builder.call(method, `/jwt-keys/${kid}`)).status).toBe(404);
  });

  it('of another project answer like missing ones', async () => {
    const rival = aBuilder(await addProject(platform, 'rival'));
    const kid = await create();
    const masks = { updateMask: ['label'], jwtKey: { label: 'x' } };
    for (const [method, body] of [['GET'], ['PATCH', masks], ['DELETE']] as const)
      for (const id of [kid, '01900000-0000-7000-8000-000000000000', 'x'])
        expect(await rival.call(method, `/jwt-keys/${id}`, body)).toMatchObject({
          status: 404,
          body: { detail: 'There is no such JWT key.' },
        });
    expect(await rival.get('/jwt-keys')).toEqual([]);
  });

  it('are never private keys, and a pasted private key appears nowhere', async () => {
    const secret = privateKey.split('\n')[3] ?? '';
    for (const publicKeyPem of [privateKey, publicKey + privateKey, privateKey.replaceAll('-----', '')]) {
      const { status, text } = await post({ label: 'x', algorithm: 'RS256', publicKeyPem });
      expect(status).toBe(400);
      expect(text).toContain('private key');
      expect(text).not.toContain(secret);
    }
    expect(platform.log()).not.toContain(secret);
  });

  it.each([
    ['text', 'hello', 400],
    ['a broken block', publicKey.replace(/.{40}\n/, '\n'), 400],
    ['two keys', publicKey + publicKey, 400],
    ['1024 bits', rsa(1_024).publicKey, 422],
    ['an exponent of 3', rsa(2_048, 3).publicKey, 422],
    [
      'an elliptic curve',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export(pem.publicKeyEncoding),
      422,
    ],
    [
      'RSA for PSS only',
      generateKeyPairSync('rsa-pss', { modulusLength: 2_048 }).publicKey.export(pem.publicKeyEncoding),
      422,
    ],
  ])('are refused when they are %s', async (_what, publicKeyPem, status) => {
    const answer = await post({ label: 'x', algorithm: 'RS256', publicKeyPem });
    expect([answer.status, answer.body['issues']]).toEqual([
      status,
      [expect.objectContaining({ name: 'publicKeyPem' })],
    ]);
  });

  it.each([
    [{ algorithm: 'RS256', publicKeyPem: publicKey }],
    [{ label: 'x', publicKeyPem: publicKey }],
    [{ label: 'x', algorithm: 'RS256' }],
    [{ label: 'x', algorithm: 'HS256', publicKeyPem: publicKey }],
    [{ label: 'x'.repeat(256), algorithm: 'RS256', publicKeyPem: publicKey }],
  ])('are not created from an incomplete body (%#)', async (body) => expect((await post(body)).status).toBe(400));
});
