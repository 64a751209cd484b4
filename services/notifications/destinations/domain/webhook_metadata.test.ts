import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../../../lib/json/json.ts';
import { isReservedHeader, webhookMetadata } from './webhook_metadata.ts';

const url = 'https://hooks.acme.example/in';

describe('the metadata of a webhook', () => {
  it('is a url and perhaps headers', () => {
    expect(webhookMetadata({ url })).toEqual({ url });
    expect(webhookMetadata({ url, headers: null })).toEqual({ url });
    expect(webhookMetadata({ url, headers: { Authorization: 'Bearer x', 'X-Own': '' } })).toEqual({
      url,
      headers: { Authorization: 'Bearer x', 'X-Own': '' },
    });
  });

  it.each<[string, Json]>([
    ['metadata', null],
    ['metadata', 'https://x'],
    ['metadata', []],
    ['metadata.url', {}],
    ['metadata.url', { url: 5 }],
    ['metadata.url', { url: '' }],
    ['metadata.url', { url: `https://x.example/${'a'.repeat(2_048)}` }],
    ['metadata.uri', { url, uri: 'x' }],
    ['metadata.headers', { url, headers: [] }],
    ['metadata.headers.a b', { url, headers: { 'a b': 'x' } }],
    ['metadata.headers.x', { url, headers: { x: 'a\r\nb: c' } }],
    ['metadata.headers.x', { url, headers: { x: 1 } }],
    ['metadata.headers', { url, headers: { x: 'a'.repeat(4_096), y: 'a'.repeat(4_095) } }],
    ['metadata.headers.x', { url, headers: { x: 'ü' } }],
    ['metadata.headers', { url, headers: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`x-${n}`, 'x'])) }],
  ])('names %s as what is wrong', (name, value) => {
    expect(() => webhookMetadata(value)).toThrow(
      expect.objectContaining({ kind: 'invalidArgument', extras: { issues: [expect.objectContaining({ name })] } }),
    );
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
    expect(() => webhookMetadata({ url, headers: { [name]: 'x' } })).toThrow(
      expect.objectContaining({ kind: 'invalidArgument' }),
    );
  });
});
