import { describe, expect, it } from '@jest/globals';
import { sandboxDefault, sandboxSetting } from './sandbox_setting.ts';

const [HOME, PUBLIC] = ['http://localhost:8080', 'https://causeway.example.com'];
const LAB = { url: 'http://127.0.0.1:4030', host: '127.0.0.1:4030' };

function decided(sandbox: boolean, publicUrl: string, lab: typeof LAB | null = null) {
  const warnings: string[] = [];
  const exists = sandboxSetting({ sandbox, publicUrl }, lab, { warn: (message) => void warnings.push(message) });
  return [exists, warnings.length];
}

describe('CAUSEWAY_SANDBOX', () => {
  it.each([
    [HOME, '1'],
    ['http://127.0.0.1:9', '1'],
    ['http://[::1]:9', '1'],
    [PUBLIC, '0'],
    ['https://localhost.example.com', '0'],
    ['http://10.0.0.1', '0'],
    ['no address', '0'],
  ])('S8: is by default on only where nobody else can call the platform: %s', (publicUrl, expected) => {
    expect(sandboxDefault(publicUrl)).toBe(expected);
  });

  it('S8: decides, warns on a public address, and is on in the lab', () => {
    expect(decided(false, HOME)).toEqual([false, 0]);
    expect(decided(true, HOME)).toEqual([true, 0]);
    expect(decided(true, PUBLIC)).toEqual([true, 1]);
    expect(decided(false, HOME, LAB)).toEqual([true, 0]);
  });
});
