import { describe, expect, it } from '@jest/globals';
import { logoTypeOf } from './branding.ts';

describe('the type of a logo', () => {
  it.each([
    ['a PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], 'image/png'],
    ['a JPEG', [0xff, 0xd8, 0xff, 0xe0], 'image/jpeg'],
    ['a WebP', [0x52, 0x49, 0x46, 0x46, 1, 2, 3, 4, 0x57, 0x45, 0x42, 0x50], 'image/webp'],
    ['another RIFF file', [0x52, 0x49, 0x46, 0x46, 1, 2, 3, 4, 0x57, 0x41, 0x56, 0x45], null],
    [
      'an SVG, which can hold a script',
      [...new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg">')],
      null,
    ],
    ['nothing', [], null],
  ])('is that of its bytes: %s', (_what, bytes, type) => {
    expect(logoTypeOf(Uint8Array.from(bytes))).toBe(type);
  });
});
