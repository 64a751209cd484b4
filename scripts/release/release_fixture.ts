import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { openDatabase } from '../../lib/db/open.ts';
import { SERVICES } from '../../lib/trust/arrows.ts';
import { ENGINES, FIXTURES, type FixtureEngine, type Story, startFixtureSandbox } from './fixture_world.ts';
import { type KillableForm, startForm } from './killable_form.ts';
import { startRefusingReceiver } from './refusing_receiver.ts';
import { dumpSchema } from './sql_dump.ts';
import { tellStory } from './tell_story.ts';

/**
 * `npm run release:fixture`: writes the data from which the next version upgrades, as text, to
 * test/fixtures/releases/<version of package.json>. It does not overwrite a fixture, because the fixture of a release
 * is final.
 */

/** The secret files of a data folder, if they exist. The upgrade suite copies them back. */
const SECRETS = ['keyring', 'internal-token', 'internal_token'];

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const folder = join(FIXTURES, version);
if (existsSync(folder))
  fail(`${folder} already exists. A released fixture does not change: set the next version in package.json.`);
for (const engine of ENGINES) await makeFixture(engine);
process.stdout.write(`Created ${folder}. Add a README.md like the one of the previous release.\n`);
// A timer of the sandbox for the missing page would keep the process alive.
process.exit(0);

async function makeFixture(engine: FixtureEngine): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-release-'));
  const sandbox = await startFixtureSandbox();
  const receiver = await startRefusingReceiver();
  const form = await startForm(engine, dataDir);
  try {
    const story = await tellStory({ ready: form.ready, sandbox, receiver });
    await form.kill();
    const now = Date.now();
    await write(engine, { form, now, dataDir, story: { ...story, waiting: receiver.refused() } });
  } finally {
    await form.stop();
    await receiver.stop();
    await sandbox.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Killed = { form: KillableForm; now: number; dataDir: string; story: Story };

async function write(engine: FixtureEngine, { form, now, dataDir, story }: Killed): Promise<void> {
  const target = join(folder, engine);
  mkdirSync(target, { recursive: true });
  for (const service of SERVICES) {
    const db = openDatabase(form.databaseUrl(service));
    const dump = await dumpSchema(db, now).finally(() => db.destroy());
    writeFileSync(join(target, `${service}.sql`), dump);
  }
  for (const name of SECRETS.filter((secret) => existsSync(join(dataDir, secret))))
    copyFileSync(join(dataDir, name), join(target, name));
  writeFileSync(join(target, 'story.json'), `${JSON.stringify(story, null, 2)}\n`);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
