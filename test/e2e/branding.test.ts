import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const asUrl = (bytes: Uint8Array, type = 'image/png') => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

describe('the branding of a project', () => {
  let platform: TestPlatform;
  let builder: Builder;
  beforeAll(async () => {
    platform = await startTestPlatform();
    builder = aBuilder(platform);
  });
  afterAll(() => platform.stop());

  const change = (body: object) => builder.call('PATCH', '/branding', body);

  it('is ours at first, and each part changes alone', async () => {
    expect(await builder.get('/branding')).toEqual({});
    expect(succeeded(await change({ accentColor: '#FFE14D' }))).toEqual({ accentColor: '#ffe14d' });
    const both = { accentColor: '#ffe14d', logo: asUrl(PNG) };
    expect(succeeded(await change({ logo: asUrl(PNG, 'image/jpeg') }))).toEqual(both);
    expect(await builder.get('/branding')).toEqual(both);
    expect(succeeded(await change({ accentColor: '' }))).toEqual({ logo: asUrl(PNG) });
    expect(succeeded(await change({ logo: '' }))).toEqual({});
  });

  it.each([
    ['a picture that holds a script', { logo: asUrl(Buffer.from('<svg onload="alert(1)"/>'), 'image/svg+xml') }, 422],
    ['a text that calls itself a picture', { logo: asUrl(Buffer.from('hello')) }, 422],
    ['an address instead of a picture', { logo: 'https://evil.example/logo.png' }, 422],
    ['a logo that is too large', { logo: asUrl(Buffer.concat([PNG, Buffer.alloc(100_000)])) }, 422],
    ['a colour that is a style', { accentColor: 'red;}' }, 422],
    ['nothing', {}, 400],
  ])('refuses %s', async (_what, body, status) => {
    const answer = await change(body);
    expect([answer.status, answer.type]).toEqual([status, 'application/problem+json']);
    expect(await builder.get('/branding')).toEqual({});
  });
});
