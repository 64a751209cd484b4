import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Environment } from '../../lib/config/settings.ts';
import { newKeyring } from '../../lib/crypto/sealer.ts';
import { migrateUp, STEPS_TABLE } from '../../lib/db/migrate.ts';
import { openDatabase } from '../../lib/db/open.ts';
import { SERVICES } from '../../lib/trust/arrows.ts';
import { newProcessKeys } from '../../lib/trust/process_keys.ts';
import { serviceModules } from '../../scripts/services/service_modules.ts';
import { runCommand } from '../../test/support/command_line.ts';
import type { Check } from './check.ts';
import { diskCheck } from './disk_check.ts';
import { examineDeployment } from './doctor.ts';
import { checkGrants } from './grants.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const GB = 1_000_000_000;
const DAY = 86_400_000;

async function lines(environment: Environment, check: string, of = ''): Promise<Check[]> {
  const report = await examineDeployment({ PORT: '0', ...environment });
  return report.checks.filter((one) => one.check === check && one.of.includes(of));
}
async function levelAndText(environment: Environment, check: string, of = ''): Promise<string[]> {
  const found = await lines(environment, check, of);
  return found.map(({ level, found, todo }) => [level, found, todo].filter(Boolean).join(' '));
}

/** Which file system this machine has for temporary files, and how much of it is free. */
function isOfMachine({ check, found }: Check): boolean {
  return check === 'disk' || /^The file system is/.test(found);
}

describe('causeway doctor, of a data folder', () => {
  const dir = mkdtempSync(join(tmpdir(), 'causeway-doctor-'));
  const data = join(dir, 'data?#1');
  const file = (name: string) => join(data, name);
  const embedded = { CAUSEWAY_DATA_DIR: data };

  beforeAll(async () => {
    mkdirSync(data, { mode: 0o700 });
    for (const service of SERVICES) {
      const db = openDatabase(`sqlite:${file(`${service}.db`)}`);
      await migrateUp(db, serviceModules[service].migrations);
      await db.destroy();
      chmodSync(file(`${service}.db`), 0o600);
    }
    writeFileSync(file('keyring'), `${newKeyring()}\n`);
    writeFileSync(file('internal-token'), `${TOKEN}\n`);
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  it('finds nothing wrong with one that Causeway made, and changes no file', async () => {
    const { state, checks } = await examineDeployment({ ...embedded, PORT: '0' });
    const amiss = checks.filter((one) => one.level !== 'ok' && !isOfMachine(one));
    expect(amiss.map(({ check }) => check)).toEqual(['public address']);
    expect(state).not.toBe('error');
    expect(checks.map(({ check }) => check).filter((one) => one === 'migrations')).toHaveLength(5);
  });

  it('says that the folder, or a file, is not there, and makes neither', async () => {
    const missing = join(dir, 'none');
    expect(await levelAndText({ CAUSEWAY_DATA_DIR: missing }, 'data folder')).toEqual([
      expect.stringContaining('error It does not exist. Set CAUSEWAY_DATA_DIR'),
    ]);
    const other = join(dir, 'other.db');
    expect(await levelAndText({ CAUSEWAY_READS_DATABASE_URL: `sqlite:${other}` }, 'database', 'reads')).toEqual([
      `error The file ${other} does not exist. Start Causeway, which makes it, or correct the setting.`,
    ]);
    expect([existsSync(missing), existsSync(other)]).toEqual([false, false]);
  });

  it('refuses a database in memory', async () => {
    expect(await levelAndText({ CAUSEWAY_READS_DATABASE_URL: 'sqlite::memory:' }, 'database', 'reads')).toEqual([
      expect.stringMatching(/^error CAUSEWAY_READS_DATABASE_URL is a database in memory/),
    ]);
  });

  it('says that a file is damaged', async () => {
    const other = join(dir, 'damaged.db');
    writeFileSync(other, 'no database, '.repeat(1_000));
    expect(await levelAndText({ CAUSEWAY_READS_DATABASE_URL: `sqlite:${other}` }, 'database', 'reads')).toEqual([
      expect.stringMatching(/^error The file .* is damaged .*Restore it from a backup/),
    ]);
  });

  it('says that others may read the folder', async () => {
    chmodSync(data, 0o755);
    chmodSync(file('reads.db'), 0o644);
    try {
      expect(await levelAndText(embedded, 'data folder')).toEqual([expect.stringMatching(/^warning .*chmod 700/)]);
      expect(await levelAndText(embedded, 'database', 'reads')).toEqual([
        expect.stringMatching(/^warning Other users/),
      ]);
    } finally {
      chmodSync(data, 0o700);
      chmodSync(file('reads.db'), 0o600);
    }
  });

  it('says which steps are pending or of a newer version', async () => {
    const db = openDatabase(`sqlite:${file('writes.db')}`);
    const [last] = serviceModules.writes.migrations.slice(-1);
    try {
      await db(STEPS_TABLE).insert({ name: '9001_of_tomorrow', state: 'done', create_time: 1 });
      expect(await levelAndText(embedded, 'migrations', 'writes')).toEqual([
        expect.stringContaining('warning A newer version has migrated it: 9001_of_tomorrow.'),
      ]);
      await db(STEPS_TABLE).where({ name: '9001_of_tomorrow' }).del();
      await db(STEPS_TABLE).where({ name: last?.name }).update({ state: 'begun' });
      expect(await levelAndText(embedded, 'migrations', 'writes')).toEqual([
        expect.stringContaining(`warning 1 pending: ${last?.name}.`),
      ]);
    } finally {
      await db(STEPS_TABLE).where({ name: last?.name }).update({ state: 'done' });
      await db.destroy();
    }
  });

  it('judges the keyring and the token of the folder', async () => {
    rmSync(file('keyring'));
    writeFileSync(file('internal-token'), 'changeme');
    expect(await levelAndText(embedded, 'keyring')).toEqual([expect.stringMatching(/^error The file is missing/)]);
    expect(await levelAndText(embedded, 'internal token')).toEqual([
      expect.stringContaining('error It can be guessed'),
    ]);
    writeFileSync(file('keyring'), `${newKeyring()}\n`);
    writeFileSync(file('internal-token'), `${TOKEN}\n`);
  });

  it('warns of a folder in memory', async () => {
    const memory = mkdtempSync('/dev/shm/causeway-doctor-');
    const db = openDatabase(`sqlite:${join(memory, 'reads.db')}`);
    try {
      await migrateUp(db, serviceModules.reads.migrations);
      const url = `sqlite:${join(memory, 'reads.db')}`;
      expect(await levelAndText({ CAUSEWAY_READS_DATABASE_URL: url }, 'durability', 'reads')).toEqual([
        expect.stringMatching(/^warning The file system is tmpfs: .*loses everything/),
      ]);
    } finally {
      await db.destroy();
      rmSync(memory, { recursive: true, force: true });
    }
  });

  it('prints one line for each check, or JSON, and exits with 2 for errors', async () => {
    const before = { ...process.env };
    // The tests have settings of their own.
    for (const name of Object.keys(before).filter((one) => one.startsWith('CAUSEWAY_'))) delete process.env[name];
    Object.assign(process.env, { PORT: '0', CAUSEWAY_DATA_DIR: data });
    try {
      const good = await runCommand('doctor');
      const machine = await examineDeployment({ ...embedded, PORT: '0' });
      const warnings = machine.checks.filter(({ level }) => level === 'warning');
      expect(warnings.every(isOfMachine)).toBe(true);
      expect([good.code, good.err]).toEqual([Math.min(warnings.length, 1), '']);
      expect(good.out).toMatch(/^RESULT +CHECK +OF +WHAT IS, AND WHAT TO DO\n/);
      expect(good.out).toMatch(/\nnot checked {2}public address/);
      const counted = new RegExp(`\\n\\d+ ok, ${warnings.length} warnings?, 0 errors, 1 not checked\\.\\n$`);
      expect(good.out).toMatch(counted);
      chmodSync(data, 0o755);
      expect((await runCommand('doctor')).code).toBe(1);
      process.env['CAUSEWAY_DATA_DIR'] = join(dir, 'none');
      const { code, out } = await runCommand('doctor', '--json');
      const report = JSON.parse(out) as { state: string; checks: Check[] };
      expect([code, report.state]).toEqual([2, 'error']);
      expect(report.checks).toContainEqual(expect.objectContaining({ level: 'error', check: 'data folder' }));
    } finally {
      chmodSync(data, 0o700);
      delete process.env['PORT'];
      delete process.env['CAUSEWAY_DATA_DIR'];
      Object.assign(process.env, before);
    }
  });
});

describe('causeway doctor, of the secrets of the services form', () => {
  const { privateKeys, publicKeys } = newProcessKeys();
  const pod = {
    CAUSEWAY_FORM: 'services',
    CAUSEWAY_KEYRING: newKeyring(),
    CAUSEWAY_INTERNAL_TOKEN: TOKEN,
    CAUSEWAY_PROCESS_PUBLIC_KEYS: publicKeys,
    CAUSEWAY_PROCESS_KEY: privateKeys.reads,
  };
  const all = Object.fromEntries(
    Object.entries(privateKeys).map(([name, key]) => [`CAUSEWAY_${name.toUpperCase()}_PROCESS_KEY`, key]),
  );
  /** The result of one check of the pod, with changed settings. */
  const of = async (check: string, changed: Environment) => {
    const said = await levelAndText({ ...pod, ...changed }, check);
    for (const secret of [...Object.values(privateKeys), pod.CAUSEWAY_KEYRING, TOKEN])
      expect(said.join()).not.toContain(secret);
    return said;
  };

  it('finds nothing wrong with those of a pod, nor with the file of all', async () => {
    expect(await of('process keys', {})).toEqual(['ok a key of reads; the public keys of all processes are there']);
    expect([await of('keyring', {}), await of('internal token', {})]).toEqual([['ok 1 key'], ['ok 32 characters']]);
    const file = await of('process keys', { CAUSEWAY_PROCESS_KEY: undefined, ...all });
    expect(file.filter((one) => one.startsWith('ok'))).toHaveLength(6);
    expect(await of('settings', all)).toEqual([]);
  });

  it('says by name what is not set', async () => {
    const bare = { CAUSEWAY_FORM: 'services' };
    for (const check of ['keyring', 'internal token', 'database', 'NATS', 'public address'])
      expect([check, (await levelAndText(bare, check))[0]]).toEqual([
        check,
        expect.stringMatching(/^notChecked .*not set here/),
      ]);
    expect(await of('process keys', { CAUSEWAY_PROCESS_KEY: undefined })).toEqual([
      'notChecked It is not set here. Run this command with the settings of a process.',
    ]);
  });

  it('refuses a keyring, a token and keys that are none', async () => {
    expect(await of('keyring', { CAUSEWAY_KEYRING: 'k1:c2hvcnQ=' })).toEqual([
      expect.stringMatching(/^error Each entry of CAUSEWAY_KEYRING must be id:base64 of 32 bytes/),
    ]);
    for (const token of ['secret', 'x'.repeat(64)])
      expect(await of('internal token', { CAUSEWAY_INTERNAL_TOKEN: token })).toEqual([
        expect.stringContaining('error It can be guessed'),
      ]);
    expect(await of('process keys', { CAUSEWAY_PROCESS_KEY: 'AAAA' })).toEqual([
      expect.stringContaining('CAUSEWAY_PROCESS_KEY holds a key that is not 32 bytes'),
    ]);
    expect(await of('process keys', { CAUSEWAY_PROCESS_KEY: newProcessKeys().privateKeys.reads })).toEqual([
      expect.stringMatching(/^error CAUSEWAY_PROCESS_PUBLIC_KEYS does not list its public key/),
    ]);
  });

  it('notices keys that are incomplete, and unsigned calls', async () => {
    const [, ...others] = publicKeys.split(',');
    expect(await of('process keys', { CAUSEWAY_PROCESS_PUBLIC_KEYS: others.join() })).toEqual([
      expect.stringContaining('CAUSEWAY_PROCESS_PUBLIC_KEYS has no key of gateway'),
    ]);
    const { CAUSEWAY_READS_PROCESS_KEY: _, ...some } = all;
    expect((await of('process keys', { CAUSEWAY_PROCESS_KEY: undefined, ...some })).at(-1)).toMatch(
      /^warning The other processes have keys, and reads has none here/,
    );
    expect(await of('process keys', { CAUSEWAY_ACCEPT_UNSIGNED: '1' })).toContainEqual(
      expect.stringContaining('warning Calls with the shared token and unsigned events are accepted by reads.'),
    );
    expect(await of('process keys', { CAUSEWAY_PROCESS_KEY: '', CAUSEWAY_PROCESS_PUBLIC_KEYS: '' })).toEqual([
      expect.stringContaining('warning No process keys are set here'),
    ]);
  });

  it('warns of a name that no process reads', async () => {
    expect(await of('settings', { CAUSEWAY_KEYRINGS: 'x' })).toEqual([
      expect.stringContaining('Did you mean CAUSEWAY_KEYRING?'),
    ]);
  });

  it('needs no NATS for the gateway', async () => {
    const gateway = { CAUSEWAY_PROCESS_KEY: privateKeys.gateway, CAUSEWAY_NATS_URL: 'nats://127.0.0.1:1' };
    expect(await of('NATS', gateway)).toEqual(['ok the gateway does not connect']);
  });
});

describe('causeway doctor, of the public address', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.close();
  });

  /** What answers there; `own`: the public address that it says it has. */
  async function serve(answer: { status?: number; ready?: object; own?: string; location?: string }): Promise<string> {
    const { status = 200, ready, own, location } = answer;
    server = createServer(({ url }, response) => {
      if (location) response.writeHead(301, { location }).end();
      else if (url === '/readyz') response.writeHead(status).end(ready ? JSON.stringify(ready) : '<html>');
      else response.writeHead(404).end(JSON.stringify({ type: `${own ?? origin()}/problems/notFound` }));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server?.once('listening', resolve));
    return origin();
  }
  const origin = () => `http://127.0.0.1:${(server?.address() as AddressInfo | undefined)?.port}`;
  const READY = { status: 'ready', dependencies: { identity: 'serving', reads: 'serving' } };
  const at = async (CAUSEWAY_PUBLIC_URL: string) =>
    (await levelAndText({ CAUSEWAY_FORM: 'services', CAUSEWAY_PUBLIC_URL }, 'public address')).at(-1);

  it('is ok when this platform answers there, and is ready', async () => {
    expect(await at(await serve({ ready: READY }))).toBe('ok answers from here, ready');
  });

  it('must be answered by a Causeway that knows it by this address', async () => {
    expect(await at(await serve({}))).toMatch(/^error What answers there is not Causeway \(status 200\)/);
    server?.close();
    expect(await at(await serve({ ready: READY, own: 'https://other.example' }))).toMatch(
      /^error The Causeway that answers there has the public address https:\/\/other\.example/,
    );
    server?.close();
    expect(await at(await serve({ location: 'https://www.example/' }))).toMatch(
      /^error It redirects to https:\/\/www\.example/,
    );
    const gone = origin();
    await new Promise((resolve) => server?.close(resolve));
    expect(await at(gone)).toMatch(/^error It does not answer from here \(fetch failed: connect ECONNREFUSED/);
  });

  it('names the parts that are not ready', async () => {
    const dependencies = { identity: 'notServing', reads: 'serving' };
    expect(
      await at(await serve({ status: 503, ready: { status: 'notReady', dependencies, faults: ['Full.'] } })),
    ).toMatch(/^error It answers and is not ready; identity is notServing; Full\./);
    server?.close();
    const part = { status: 'ready', dependencies: { identity: 'serving', reads: 'notServing' } };
    expect(await at(await serve({ ready: part }))).toMatch(/^warning It answers and is ready; reads is notServing/);
  });

  it('must be https, but for loopback', async () => {
    const [scheme] = await levelAndText(
      { CAUSEWAY_FORM: 'services', CAUSEWAY_PUBLIC_URL: 'http://causeway.invalid' },
      'public address',
    );
    expect(scheme).toMatch(/^warning http:\/\/causeway\.invalid is not https/);
    expect(await at('ftp://causeway.invalid')).toMatch(/^error It is no http:\/\/ or https:\/\/ address/);
  });
});

describe('the room of a disk', () => {
  const level = (freeBytes: number, totalBytes: number, usage: { bytes: number; sinceMs: number | undefined }) =>
    diskCheck('/data', { freeBytes, totalBytes }, usage, { retentionMs: 7 * DAY, now: 100 * DAY }).level;

  it('is at least 1 GB and a tenth', () => {
    const small = { bytes: 1_000_000, sinceMs: undefined };
    expect([level(2 * GB, 10 * GB, small), level(0.5 * GB, 2 * GB, small)]).toEqual(['ok', 'warning']);
    expect([level(2 * GB, 30 * GB, small), level(0.05 * GB, 2 * GB, small)]).toEqual(['warning', 'error']);
  });

  it('is what the databases grow by until the retention, where a day of growth is known', () => {
    const of = (days: number) => ({ bytes: 10 * GB, sinceMs: (100 - days) * DAY });
    // 5 GB a day, and 5 days to come.
    expect([level(20 * GB, 40 * GB, of(2)), level(26 * GB, 40 * GB, of(2))]).toEqual(['warning', 'ok']);
    expect([level(20 * GB, 40 * GB, of(0.5)), level(20 * GB, 40 * GB, of(30))]).toEqual(['ok', 'ok']);
  });
});

describe('the grants of a user', () => {
  const level = (...statements: string[]) => checkGrants('reads', 'causeway_reads', statements).level;
  const usage = "GRANT USAGE ON *.* TO `causeway`@`%` IDENTIFIED BY PASSWORD '*0'";

  it('are read with their wildcards', () => {
    expect(level(usage, 'GRANT ALL PRIVILEGES ON `causeway\\_%`.* TO `causeway`@`%`')).toBe('ok');
    expect(level(usage, 'GRANT ALL PRIVILEGES ON `causeway\\_writes`.* TO `causeway`@`%`')).toBe('error');
    expect(level(usage, 'GRANT ALL PRIVILEGES ON `causewayXreads`.* TO `causeway`@`%`')).toBe('error');
    expect(level(usage, 'GRANT ALL PRIVILEGES ON `%`.* TO `causeway`@`%`')).toBe('warning');
    expect(
      level('GRANT SELECT, PROCESS ON *.* TO `c`@`%`', 'GRANT ALL PRIVILEGES ON `causeway_reads`.* TO `c`@`%`'),
    ).toBe('warning');
  });

  it('are not known where a role may have them', () => {
    expect(level(usage, 'GRANT `owner`@`%` TO `causeway`@`%`')).toBe('notChecked');
  });
});
