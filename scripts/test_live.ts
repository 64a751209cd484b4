import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { startPlatform } from '../embedded/platform.ts';
import { assetPath } from '../lib/assets/asset_path.ts';
import { ensureWordPress } from './live/ensure_wordpress.ts';
import { startWordPress, type WordPress } from './live/wordpress.ts';
import type { ScenarioObject } from './scenario/manifest.ts';
import { type Receiver, startReceiver } from './scenario/receiver.ts';
import { runScenario } from './scenario/scenario.ts';
import { startMariadb } from './servers/mariadb.ts';

/**
 * `npm run test:live`: the main job against software that we did not write. Debian's WordPress, on loopback with a
 * database of its own, is read through the public interface of an embedded platform; every post, page, user and comment
 * has to arrive at a webhook, signed. Not a part of `npm test`: it installs packages that nothing else needs.
 */
const OBJECTS: (ScenarioObject & { name: keyof WordPress['counts'] })[] = [
  { name: 'posts', fields: ['id', 'date', 'slug'], mapped: { link: 'address' } },
  { name: 'pages', fields: ['id', 'date', 'slug'] },
  { name: 'users', fields: ['id', 'name'] },
  { name: 'comments', fields: ['id', 'post', 'author_name'] },
];

const folder = mkdtempSync(join(tmpdir(), 'causeway-live-'));
const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];

try {
  const wordpress = await startSource();
  const receiver = await readAll(wordpress);
  process.exitCode = report(wordpress, receiver) ? 0 : 1;
} catch (error) {
  console.error(error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
} finally {
  for (const stop of stops.reverse()) await stop();
  // A platform that failed half way up has left servers behind that nobody can stop.
  process.exit();
}

async function startSource(): Promise<WordPress> {
  ensureWordPress(console.log);
  const mariadb = await startMariadb({ dir: join(folder, 'mariadb') });
  stops.push(() => mariadb.stop());
  await mariadb.createSchema('wordpress');
  console.log('Installing and seeding WordPress ...');
  const php = assetPath('scripts/live');
  const wordpress = await startWordPress({ folder: join(folder, 'wordpress'), socketPath: mariadb.socketPath, php });
  stops.push(wordpress.stop);
  return wordpress;
}

async function readAll({ url, username, password }: WordPress): Promise<Receiver> {
  const receiver = await startReceiver();
  stops.push(receiver.stop);
  const options = { dataDir: join(folder, 'causeway'), port: 0, logLevel: 'info', environment: process.env } as const;
  const platform = await startPlatform(options);
  stops.push(platform.stop);
  console.log(`Reading ${url} ...`);
  const { read, millis } = await runScenario({
    ready: platform.ready,
    receiver,
    provider: 'wordPressSelfHosted',
    credentials: { basicAuth: { username, password }, providerMetadata: { siteUrl: url } },
    objects: OBJECTS,
  });
  console.log(`${read} records read; the backfills took ${millis} ms.`);
  return receiver;
}

function report({ counts }: WordPress, receiver: Receiver): boolean {
  const lines = OBJECTS.map(({ name }) => {
    const delivered = receiver.recordIds(name).size;
    return {
      passed: counts[name] > 0 && delivered === counts[name],
      text: `${name}: ${delivered} of ${counts[name]} delivered`,
    };
  });
  const { verified, refused } = receiver.counts;
  lines.push({ passed: verified > 0 && refused === 0, text: `signatures: ${verified} verified, ${refused} refused` });
  for (const { passed, text } of lines) console.log(`${passed ? 'ok  ' : 'FAIL'} ${text}`);
  const passed = lines.filter((line) => line.passed).length;
  console.log(`${passed} passed, ${lines.length - passed} failed`);
  return passed === lines.length;
}
