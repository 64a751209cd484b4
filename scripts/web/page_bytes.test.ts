import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const FOLDER = 'dist/web';
const KB = 1_000;

const bytesOf = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + statSync(join(FOLDER, `${file}.gz`)).size, 0);

/** A bundle and all bundles that it imports statically, without those that it loads later. */
function loadedWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(join(FOLDER, file), 'utf8');
  for (const [, next = ''] of text.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)) loadedWith(next, found);
  return found;
}

describe('the bundles of the pages', () => {
  const files = JSON.parse(readFileSync(join(FOLDER, 'files.json'), 'utf8')) as Record<
    string,
    { script: string; style: string }
  >;

  it('have at most 300 kB in all, compressed', () => {
    const all = readdirSync(FOLDER).filter((file) => /\.(js|css)$/.test(file));
    expect(all.length).toBeGreaterThan(10);
    expect(bytesOf(all)).toBeLessThan(300 * KB);
  });

  it.each(Object.keys(files))('have at most 100 kB for the first load of %s', (page) => {
    const { script = '', style = '' } = files[page] ?? {};
    const loaded = [...loadedWith(script), style];
    expect(loaded.length).toBeGreaterThan(2);
    expect(bytesOf(loaded)).toBeLessThan(100 * KB);
  });

  it('are made whole into another folder, with nothing of another host', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-bundle-'));
    try {
      const { bundle } = (await import('./bundle.mjs')) as { bundle(folder: string): Promise<void> };
      await bundle(folder);
      expect(existsSync(join(folder, 'files.json'))).toBe(true);
      const times = () =>
        readdirSync(folder)
          .filter((file) => /\.(js|css)$/.test(file))
          .map((file) => statSync(join(folder, file)).mtimeMs);
      const before = times();
      writeFileSync(join(folder, 'chunk-OLD.js'), '');
      // Bundles again, as when a server already sends files from this folder.
      await bundle(folder);
      expect(times()).toEqual(before);
      const texts = readdirSync(folder)
        .filter((file) => /\.(js|css)$/.test(file))
        .map((file) => readFileSync(join(folder, file), 'utf8'));
      const hosts = texts.flatMap((text) =>
        [...text.matchAll(/(?:import|url)\(["']?https?:\/\/[^"')]+/g)].map(([found]) => found),
      );
      expect(hosts).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
