import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { newKeyring } from '../../lib/crypto/sealer.ts';
import { aBuilder } from '../support/builder.ts';
import { type EmbeddedProcess, startEmbedded } from '../support/embedded_process.ts';

const MISSPELT = { CAUSEWAY_READS_CONCURENCY: '4' };
/** A shell in which the README was followed. */
const EXPORTED = { CAUSEWAY_URL: 'http://localhost:8080', CAUSEWAY_PROJECT: 'demo', CAUSEWAY_API_KEY: 'a-key' };

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
      timeout: 300_000,
    });
    return { status, stdout, lines: stderr.trim().split('\n') };
  }
  function expectOneLine(environment: Record<string, string>, line: RegExp): void {
    expect(start(environment)).toEqual({ status: 1, stdout: '', lines: [expect.stringMatching(line)] });
  }

  it('F11: refuses a data folder that another process uses, until that one is killed', async () => {
    const data = folder('shared');
    const first = await startEmbedded(data, { ...MISSPELT, ...EXPORTED });
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
  });

  it('F11: starts with a setting that no process reads, and says which one was meant', () => {
    expect(running[0]?.output()).toContain('CAUSEWAY_READS_CONCURENCY is no setting of this version');
    expect(running[0]?.output()).toContain('Did you mean CAUSEWAY_READS_CONCURRENCY?');
    for (const name of Object.keys(EXPORTED)) expect(running[0]?.output()).not.toContain(`${name} is no setting`);
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
  });

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

  it.each([
    ['identity', ''],
    // Only the database of reads can be rebuilt from the other databases, so only its message offers that.
    ['reads', ', or rename it to start with an empty one: then the schedules are rebuilt .* everything is read again'],
  ])('F11: names a damaged database file of %s', (service, other) => {
    const data = folder(`damaged-${service}`);
    writeFileSync(join(data, `${service}.db`), 'This is no database. '.repeat(1_000));
    expectOneLine(
      { CAUSEWAY_DATA_DIR: data },
      new RegExp(
        `^The database file \\S*${service}\\.db is damaged\\. Restore it from a backup of the whole data folder${other}\\.$`,
      ),
    );
  });

  it('H6: names a keyring that is gone', () => {
    const data = folder('no-keyring');
    writeFileSync(join(data, 'installation.db'), '');
    expectOneLine({ CAUSEWAY_DATA_DIR: data }, /^The file \S*keyring is missing\. .* Restore it from a backup/);
    expect(readdirSync(data)).not.toContain('keyring');
  });

  it('H6: names a keyring that opens nothing of what is stored, in each database that has secrets', async () => {
    const data = folder('other-keyring');
    const first = await startEmbedded(data);
    running.push(first);
    const builder = aBuilder(first);
    await builder.addMissing('main');
    await builder.connect({ url: 'http://127.0.0.1:9' }, 'acme');
    await first.end('SIGTERM');
    writeFileSync(join(data, 'keyring'), `${newKeyring()}\n`);
    for (const service of ['identity', 'installation', 'notifications']) {
      expectOneLine({ CAUSEWAY_DATA_DIR: data }, /^CAUSEWAY_KEYRING does not open .* Restore the keyring that/);
      rmSync(join(data, `${service}.db`));
    }
    const last = await startEmbedded(data);
    running.push(last);
  });

  it.each([
    ['keyring', 'nonsense'],
    ['keyring', ''],
    ['internal-token', ''],
  ])('names a damaged %s of the data folder: %j', (name, text) => {
    const data = folder(`damaged-${name}-${text}`);
    writeFileSync(join(data, name), text);
    expectOneLine(
      { CAUSEWAY_DATA_DIR: data },
      new RegExp(`^The file \\S*${name} is damaged\\. Restore it from a backup`),
    );
  });

  it('names a disk that is full, without the statement that failed', () => {
    const data = folder('full');
    const limited = 'ulimit -f 300; exec "$0" "$@"';
    const survive = `data:text/javascript,process.on('SIGXFSZ',()=>{})`;
    const main = assetPath('dist/embedded/main.js');
    const { status, stdout, stderr } = spawnSync('bash', ['-c', limited, process.execPath, '--import', survive, main], {
      env: { ...process.env, PORT: '0', CAUSEWAY_DATA_DIR: data },
      encoding: 'utf8',
      timeout: 300_000,
    });
    expect({ status, stdout, lines: stderr.trim().split('\n') }).toEqual({
      status: 1,
      stdout: '',
      lines: [expect.stringMatching(/^A database cannot be written \([^`]+\)\. Free space on its disk/)],
    });
  });

  it('names a ready file that cannot be written, and stops', () => {
    const file = join(dir, 'nowhere', 'ready.json');
    expectOneLine(
      { CAUSEWAY_READY_JSON: file },
      /^The file \S*ready\.json cannot be written \(ENOENT\)\. Create its folder/,
    );
  });

  it('names an address of this machine that it does not have', () => {
    expectOneLine({ CAUSEWAY_GATEWAY_HOST: '192.0.2.1' }, /^This machine does not have the address 192\.0\.2\.1\./);
  });

  it('names a runtime that is too old, before anything else', () => {
    const old = 'Object.defineProperty(process,"versions",{value:{...process.versions,node:"18.20.4"}})';
    for (const main of ['embedded/main.js', 'cli/main.js', 'sandbox/main.js', 'scripts/demo.js']) {
      const args = ['--import', `data:text/javascript,${old}`, assetPath(`dist/${main}`)];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 300_000 });
      expect([main, status, stdout, stderr]).toEqual([
        main,
        1,
        '',
        'Node 18.20.4 is too old for Causeway. Use Node 26, or 20.15 or a later 20.\n',
      ]);
    }
  });

  it.each(['start', 'demo', 'lab', 'token', 'causeway', 'start:services'])(
    'says to run npm ci, where npm run %s finds no build',
    (script) => {
      const clone = folder('clone');
      mkdirSync(join(clone, 'scripts'), { recursive: true });
      for (const file of ['package.json', 'scripts/built.sh']) copyFileSync(assetPath(file), join(clone, file));
      const { status, stderr } = spawnSync('npm', ['run', '-s', script], {
        cwd: clone,
        encoding: 'utf8',
        timeout: 300_000,
      });
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^(npm warn .*\n)?Causeway is not built here\. Run npm ci .*\n$/),
      ]);
    },
  );

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
      timeout: 300_000,
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
      timeout: 300_000,
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: 'drained\n' });
    expect(JSON.parse(stderr.trim())).toMatchObject({ level: 'error', err: { message: 'escaped' } });
  });

  it('npm run token makes no token in a folder without a platform, and names a service that is not running', () => {
    const run = (environment: Record<string, string>) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [assetPath('dist/scripts/token.js')], {
        env: { ...process.env, ...environment },
        encoding: 'utf8',
        timeout: 300_000,
      });
      return [status, stdout, stderr];
    };
    const data = join(dir, 'no-platform');
    expect(run({ CAUSEWAY_DATA_DIR: data })).toEqual([
      1,
      '',
      expect.stringMatching(
        /^The data folder \S*no-platform has no platform, and no services form runs there\. Run npm start .*\n$/,
      ),
    ]);
    expect(existsSync(data)).toBe(false);
    expect(run({ CAUSEWAY_IDENTITY_ADDRESS: '127.0.0.1:1', CAUSEWAY_INTERNAL_TOKEN: 't' })).toEqual([
      1,
      '',
      'The identity service is unavailable. Start it, or correct its address.\n',
    ]);
  });

  it('names every setting with a bad value', () => {
    const { status, lines } = start({ PORT: '70000', CAUSEWAY_LOG_LEVEL: 'loud', CAUSEWAY_PUBLIC_URL: 'example.com' });
    expect(status).toBe(1);
    expect(lines.slice(1).map((line) => line.trim().split(' ')[0])).toEqual([
      'PORT',
      'CAUSEWAY_PUBLIC_URL',
      'CAUSEWAY_LOG_LEVEL',
    ]);
  });
});
