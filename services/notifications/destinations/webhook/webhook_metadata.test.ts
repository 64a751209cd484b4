import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../../../lib/json/json.ts';
import { checkWebhookMetadata, isReservedHeader } from './webhook_metadata.ts';

const url = 'https://hooks.acme.example/in';

describe('the metadata of a webhook', () => {
  it('is a url and perhaps headers', () => {
    expect(checkWebhookMetadata({ url })).toEqual({ metadata: { url } });
    expect(checkWebhookMetadata({ url, headers: null })).toEqual({ metadata: { url } });
    const metadata = { url, headers: { Authorization: 'Bearer x', 'X-Own': '' } };
    expect(checkWebhookMetadata(metadata)).toEqual({ metadata });
  });

  it.each<[string, Json]>([
    ['', null],
    ['', 'https://x'],
    ['', []],
    ['url', {}],
    ['url', { url: 5 }],
    ['url', { url: '' }],
    ['url', { url: `https://x.example/${'a'.repeat(2_048)}` }],
    ['uri', { url, uri: 'x' }],
    ['headers', { url, headers: [] }],
    ['headers.a b', { url, headers: { 'a b': 'x' } }],
    ['headers.x', { url, headers: { x: 'a\r\nb: c' } }],
    ['headers.x', { url, headers: { x: 1 } }],
    ['headers', { url, headers: { x: 'a'.repeat(4_096), y: 'a'.repeat(4_095) } }],
    ['headers.x', { url, headers: { x: 'ü' } }],
    ['headers', { url, headers: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`x-${n}`, 'x'])) }],
  ])('names %j as what is wrong', (path, value) => {
    expect(checkWebhookMetadata(value)).toEqual({ faults: [{ path, detail: expect.any(String) }] });
  });

  it('names all that is wrong with it', () => {
    const { faults } = checkWebhookMetadata({ uri: 'x', headers: { 'a b': 'x', host: 'x' } });
    expect(faults?.map(({ path }) => path)).toEqual(['uri', 'url', 'headers.a b', 'headers.host']);
  });

  it.each([
    'Webhook-Signature',
    'SVIX-ID',
    'webhook-timestamp',
    'Host',
    'content-type',
    'Content-Length',
    'transfer-encoding',
    'Connection',
    'X-Forwarded-For',
  ])('leaves %s to the platform', (name) => {
    expect(isReservedHeader(name)).toBe(true);
    expect(checkWebhookMetadata({ url, headers: { [name]: 'x' } })).toMatchObject({
      faults: [{ path: `headers.${name}` }],
    });
  });
});
