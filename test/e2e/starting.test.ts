import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { newKeyring } from '../../lib/crypto/sealer.ts';
import { type EmbeddedProcess, startEmbedded } from '../support/embedded_process.ts';

const MISSPELT = { CAUSEWAY_READS_CONCURENCY: '4' };

/** `npm start` where it cannot start: one line that says what is wrong and what to do, and exit 1. */
describe('npm start', () => {
  const dir = mkdtempSync(join(tmpdir(), 'causeway-starting-'));
  const running: EmbeddedProcess[] = [];
  afterAll(async () => {
    for (const one of running)
      if (one.child.exitCode === null && one.child.signalCode === null) await one.end('SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  });

  function folder(name: string): string {
    const path = join(dir, name);
    mkdirSync(path, { recursive: true });
    return path;
  }
  function start(environment: Record<string, string>) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [assetPath('dist/embedded/main.js')], {
      env: { ...process.env, PORT: '0', CAUSEWAY_DATA_DIR: folder('unused'), ...environment },
      encoding: 'utf8',
      timeout: 60_000,
    });
    return { status, stdout, lines: stderr.trim().split('\n') };
  }
  function expectOneLine(environment: Record<string, string>, line: RegExp): void {
    expect(start(environment)).toEqual({ status: 1, stdout: '', lines: [expect.stringMatching(line)] });
  }

  it('F11: refuses a data folder that another process uses, until that one is killed', async () => {
    const data = folder('shared');
    const first = await startEmbedded(data, MISSPELT);
    running.push(first);
    expectOneLine(
      { CAUSEWAY_DATA_DIR: data },
      /data folder \S*shared is in use by another Causeway process\. Stop that one/,
    );
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200);
    await first.end('SIGKILL');
    const second = await startEmbedded(data);
    running.push(second);
    expect(second.ready.apiKey).toBe(first.ready.apiKey);
    expect((await second.end('SIGTERM')).code).toBe(0);
  }, 120_000);

  it('F11: starts with a setting that no process reads, and says which one was meant', () => {
    expect(running[0]?.output()).toContain('CAUSEWAY_READS_CONCURENCY is no setting of this version');
    expect(running[0]?.output()).toContain('Did you mean CAUSEWAY_READS_CONCURRENCY?');
  });

  it('S10: keeps what it writes from other users, also in a folder that an older version left open', async () => {
    const data = folder('older');
    chmodSync(data, 0o755);
    for (const name of ['identity.db', 'causeway.log']) {
      writeFileSync(join(data, name), '');
      chmodSync(join(data, name), 0o644);
    }
    running.push(await startEmbedded(data));
    const names = readdirSync(data);
    expect(names).toEqual(expect.arrayContaining(['identity.db-wal', 'reads.db-shm', 'lock', 'keyring', 'ready.json']));
    const open = ['.', ...names].filter((name) => statSync(join(data, name)).mode & 0o077);
    expect(open).toEqual([]);
  }, 60_000);

  it('F11: names a port that is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    expectOneLine({ PORT: String(port) }, new RegExp(`^Port ${port} is in use\\. .*set PORT`));
    taken.close();
  });

  it('F11: names a data folder that cannot be used', () => {
    const file = join(dir, 'file');
    writeFileSync(file, '');
    expectOneLine(
      { CAUSEWAY_DATA_DIR: join(file, 'data') },
      /^The data folder \S*file\/data cannot be used \(ENOTDIR\)\. /,
    );
  });

  it.each(['identity', 'reads'])('F11: names a damaged database file of %s', (service) => {
    const data = folder(`damaged-${service}`);
    writeFileSync(join(data, `${service}.db`), 'This is no database. '.repeat(1_000));
    expectOneLine(
      { CAUSEWAY_DATA_DIR: data },
      new RegExp(`^The database file \\S*${service}\\.db is damaged\\. Restore it from a backup`),
    );
  });

  it('F11: names a provider file with a fault, and its line', () => {
    const providers = folder('providers');
    const sandbox = readFileSync(assetPath('connectors/providers/sandbox.yaml'), 'utf8');
    writeFileSync(join(providers, 'own.yaml'), sandbox.replace('name: sandbox', 'name: own\nautType: apiKey'));
    expectOneLine({ CAUSEWAY_PROVIDERS_DIR: providers }, /^Correct or remove .*own\.yaml:\d+: autType: /);
  });

  it('F11: names a folder of provider files that is missing', () => {
    expectOneLine({ CAUSEWAY_PROVIDERS_DIR: join(dir, 'nowhere') }, /nowhere cannot be read \(ENOENT\)\. Create it/);
  });

  it('F11: names a database of a service that cannot be used, in one line of its log', () => {
    const script = assetPath('dist/services/identity/main.js');
    const { status, stderr } = spawnSync(process.execPath, [script], {
      env: {
        ...process.env,
        CAUSEWAY_INTERNAL_TOKEN: 'token',
        CAUSEWAY_KEYRING: newKeyring(),
        CAUSEWAY_IDENTITY_DATABASE_URL: 'mysql://causeway:secret@127.0.0.1:1/causeway_identity',
        ...MISSPELT,
      },
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(status).toBe(1);
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([
      expect.objectContaining({
        msg: 'start failed',
        reason: expect.stringMatching(
          /^The database at 127\.0\.0\.1:1 cannot be used .*correct the database address\.$/,
        ),
      }),
    ]);
    expect(lines.map(({ warning }) => warning)).toContainEqual(expect.stringContaining('CAUSEWAY_READS_CONCURRENCY?'));
    expect(stderr).not.toContain('secret@');
  });

  it('F1: drains and exits with 1 on an error that no loop has caught, for its supervisor', () => {
    const module = (path: string) => JSON.stringify(pathToFileURL(assetPath(`dist/lib/${path}`)).href);
    const program = `
      const { stopOnSignal } = await import(${module('process/run_process.js')});
      const { createLog } = await import(${module('log/log.js')});
      setInterval(() => {}, 1_000);
      stopOnSignal(async () => console.log('drained'), createLog({ service: 'test' }));
      void Promise.reject(new Error('escaped'));`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: 'drained\n' });
    expect(JSON.parse(stderr.trim())).toMatchObject({ level: 'error', err: { message: 'escaped' } });
  });

  it('names every setting with a bad value', () => {
    const { status, lines } = start({ PORT: '70000', CAUSEWAY_LOG_LEVEL: 'loud' });
    expect(status).toBe(1);
    expect(lines.slice(1).map((line) => line.trim().split(' ')[0])).toEqual(['PORT', 'CAUSEWAY_LOG_LEVEL']);
  });
});
