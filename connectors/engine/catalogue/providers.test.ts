import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadProviders } from './providers.ts';

function folderWith(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-providers-'));
  writeFileSync(join(folder, name), text);
  return folder;
}

describe('loadProviders', () => {
  it("loads the package's provider files", () => {
    const catalogue = loadProviders();
    expect(catalogue.list().length).toBeGreaterThanOrEqual(238);
    expect(catalogue.get('hubspot')?.displayName).toBe('HubSpot');
    expect(catalogue.get('toString')).toBeUndefined();
  });

  it('S8: leaves out the sandbox providers, also a file of your own that is one', () => {
    const own = 'name: acme\ndisplayName: Acme\nsandbox: true\nbaseURL: https://acme.example\nauth: {type: none}\n';
    const extraDir = folderWith('acme.yaml', own);
    const { get, list, withheld = new Set() } = loadProviders({ extraDir, sandbox: false });
    expect([...withheld].sort()).toEqual([
      'acme',
      'sandbox',
      ...['Basic', 'Client', 'OAuth', 'Steps'].map((n) => `sandbox${n}`),
    ]);
    for (const name of withheld) expect(get(name)).toBeUndefined();
    expect(list().filter(({ name }) => withheld.has(name))).toEqual([]);
    expect(loadProviders({ extraDir }).get('acme')?.name).toBe('acme');
  });

  it("adds a user's own files, which win over ours", () => {
    const extraDir = folderWith(
      'acme.yaml',
      'name: acme\ndisplayName: Acme\nbaseURL: https://acme.example\nauth: {type: none}\n',
    );
    expect(loadProviders({ extraDir }).get('acme')?.baseURL).toBe('https://acme.example');
  });

  it('names file, line and path of each fault', () => {
    const extraDir = folderWith(
      'acme.yaml',
      'name: acme\ndisplayName: Acme\nbaseURL: https://acme.example\nauth: {type: none}\nobjects:\n  a:\n    path: /a\n    pageing: {kind: none}\n',
    );
    expect(() => loadProviders({ extraDir })).toThrow(/acme\.yaml:8: objects\.a\.pageing: is not a key/);
  });

  it("refuses a file whose name is not the provider's", () => {
    const extraDir = folderWith(
      'other.yaml',
      'name: acme\ndisplayName: Acme\nbaseURL: https://acme.example\nauth: {type: none}\n',
    );
    expect(() => loadProviders({ extraDir })).toThrow(/file is named other/);
  });
});
