import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assetPath } from '../../lib/assets/asset_path.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'causeway-few-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/**
 * Before they were bundled, the command line loaded 510 files and the embedded form 2,182. Each costs a start a part
 * of a millisecond, so a start that rots does so by files. V8 writes what a process loaded when it ends.
 */
describe('a program that was bundled', () => {
  it('loads few files to list the providers, and nothing that checks or calls them', () => {
    const { environment, loaded } = watched('cli');
    const args = [assetPath('dist/cli/main.js'), 'providers', 'list'];
    const { status, stdout } = spawnSync(process.execPath, args, { env: environment, encoding: 'utf8' });
    expect([status, stdout.trim().split('\n').length > 300]).toEqual([0, true]);
    expect(loaded().length).toBeLessThan(40);
    expect(loaded().filter((url) => /read_provider|check_manifest|node_modules/.test(url))).toEqual([]);
  });

  it('loads few files until the embedded form is ready', async () => {
    const { environment, loaded } = watched('embedded');
    const ready = join(dir, 'ready.json');
    const child = spawn(process.execPath, [assetPath('dist/embedded/main.js')], {
      env: { ...environment, PORT: '0', CAUSEWAY_DATA_DIR: join(dir, 'data'), CAUSEWAY_READY_JSON: ready },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    while (!existsSync(ready) && child.exitCode === null) await sleep(50);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(loaded().length).toBeGreaterThan(3);
    expect(loaded().length).toBeLessThan(80);
  });

  it('writes a manifest', () => {
    const file = join(dir, 'causeway.yaml');
    const given = ['init', 'hubspot', '--object', 'contacts', '--destination', 'main', '--out', file];
    const { status, stderr } = spawnSync(process.execPath, [assetPath('dist/cli/main.js'), ...given], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(readFileSync(file, 'utf8')).toContain('objectName: contacts');
  });

  it('names the files and lines of the source in a stack', () => {
    // Provider files cannot be read: a fault that no code catches.
    const fail = "import fs from 'node:fs';import{syncBuiltinESMExports as s}from'node:module';";
    const broken = `${fail}const r=fs.readFileSync;fs.readFileSync=(f,...a)=>{if(String(f).endsWith('.yaml'))throw new Error('broken');return r(f,...a)};s();`;
    const args = ['--import', `data:text/javascript,${encodeURIComponent(broken)}`, assetPath('dist/cli/main.js')];
    const { status, stderr } = spawnSync(process.execPath, [...args, 'providers', 'list'], { encoding: 'utf8' });
    expect(status).toBe(1);
    const place = /at entryOf \((connectors\/engine\/catalogue\/built_providers\.ts):(\d+):\d+\)/.exec(stderr);
    expect([stderr, place?.[1]]).toEqual([stderr, 'connectors/engine/catalogue/built_providers.ts']);
    const lines = readFileSync(assetPath(place?.[1] ?? ''), 'utf8').split('\n');
    expect(lines[Number(place?.[2]) - 1]).toContain('readFileSync(file)');
  });
});

/** `loaded`: the files that a process with this environment has loaded, once it has ended. */
function watched(name: string) {
  const folder = join(dir, name);
  const loaded = () =>
    readdirSync(folder)
      .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as { result: { url: string }[] })
      .flatMap(({ result }) => result.map(({ url }) => url))
      .filter((url) => url.startsWith('file:'));
  return { environment: { ...process.env, NODE_V8_COVERAGE: folder }, loaded };
}
