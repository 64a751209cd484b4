import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from '@jest/globals';

/** Runs the built program on a user's own file. */
function check(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-lab-'));
  writeFileSync(join(folder, 'acme.yaml'), text);
  const args = ['dist/sandbox/lab/main.js', '--providers-dir', folder, '--check', 'acme'];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { status, stdout };
}

const HEAD = 'name: acme\ndisplayName: Acme\nbaseURL: https://acme.example\nauth: {type: none}\n';

describe('npm run lab -- --check', () => {
  it("reports whether a user's own file conforms", () => {
    const good = check(`${HEAD}support: [read]\nobjects:\n  tickets: {path: /tickets, paging: {kind: linkHeader}}\n`);
    expect(good).toEqual({ status: 0, stdout: 'acme: conforms\n' });
  });

  it('L5: reports where paging is inferred, and refuses a list without paging', () => {
    const inferred = check(`${HEAD}support: [read]\nobjects:\n  tickets: {path: /tickets, paging: {kind: auto}}\n`);
    expect(inferred.status).toBe(0);
    expect(inferred.stdout).toMatch(
      /acme: conforms\nacme: warning: objects\.tickets\.paging: .*reported as incomplete\n/,
    );
    const unnamed = check(`${HEAD}support: [read]\nobjects:\n  tickets: {path: /tickets}\n`);
    expect(unnamed).toMatchObject({ status: 1, stdout: expect.stringContaining('names no paging for "tickets"') });
  });

  it('reports a capability that is not implemented', () => {
    const bad = check(
      `${HEAD}support: [read, subscribe]\nobjects:\n  tickets: {path: /tickets, paging: {kind: linkHeader}}\n`,
    );
    expect(bad).toEqual({ status: 1, stdout: 'acme: support lists subscribe, which is not implemented\n' });
  });
});
