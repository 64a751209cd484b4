import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Report } from '../../cli/doctor/check.ts';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { type EmbeddedProcess, startEmbedded } from '../support/embedded_process.ts';

/** The bundled command beside the bundled platform, as in the image. */
describe('causeway doctor beside a running Causeway', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-doctor-'));
  let platform: EmbeddedProcess;
  beforeAll(async () => {
    platform = await startEmbedded(dataDir);
  });
  afterAll(async () => {
    await platform?.end('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });

  function doctor(settings: Record<string, string>): { status: number | null; report: Report } {
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('CAUSEWAY_'));
    const { status, stdout } = spawnSync(process.execPath, [assetPath('dist/cli/main.js'), 'doctor', '--json'], {
      env: { ...Object.fromEntries(own), CAUSEWAY_DATA_DIR: dataDir, ...settings },
      encoding: 'utf8',
    });
    return { status, report: JSON.parse(stdout) as Report };
  }

  it('finds nothing wrong', () => {
    const { status, report } = doctor({ PORT: new URL(platform.origin).port });
    // What file system this machine has for temporary files, and how much of it is free, is not known.
    const ofMachine = ({ check, found }: Report['checks'][number]) =>
      check === 'disk' || /^The file system is/.test(found);
    expect(report.checks.filter((one) => one.level !== 'ok' && !ofMachine(one))).toEqual([]);
    expect(report.checks.filter(({ check }) => check === 'public address')).toHaveLength(2);
    expect(status).toBeLessThan(2);
  });

  it('says that the platform knows itself by another address', () => {
    const { status, report } = doctor({ CAUSEWAY_PUBLIC_URL: platform.origin.replace('localhost', '127.0.0.1') });
    expect(status).toBe(2);
    expect(report.checks.find(({ level }) => level === 'error')?.found).toBe(
      `The Causeway that answers there has the public address ${platform.origin}: its links and callbacks lead there.`,
    );
  });
});
