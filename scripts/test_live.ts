import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { assetPath } from '../lib/assets/asset_path.ts';
import { startReceiver } from '../test/support/webhook_receiver.ts';
import { ensureWordPress } from './live/ensure_wordpress.ts';
import { startPlatform } from './live/platform.ts';
import { type ObjectResult, readWordPress } from './live/read_wordpress.ts';
import { startWordPress } from './live/wordpress.ts';
import { startMariadb } from './servers/mariadb.ts';

/**
 * `npm run test:live`: the main job against software that we did not write. Debian's WordPress, on loopback with a
 * database of its own, is read through the public interface of an embedded platform; every post, page, user and comment
 * has to arrive at a webhook, signed. Not a part of `npm test`: it installs packages that nothing else needs.
 */
type Stop = () => unknown;
const stops: Stop[] = [];
const folder = mkdtempSync(join(tmpdir(), 'causeway-live-'));
stops.push(() => rmSync(folder, { recursive: true, force: true }));

try {
  process.exitCode = report(await run()) ? 0 : 1;
} catch (error) {
  console.error(error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function run(): Promise<{ results: ObjectResult[]; rejected: number }> {
  ensureWordPress(console.log);
  const mariadb = await startMariadb({ dir: join(folder, 'mariadb') });
  stops.push(() => mariadb.stop());
  await mariadb.createSchema('wordpress');
  console.log('Installing and seeding WordPress ...');
  const options = { folder: join(folder, 'wordpress'), socketPath: mariadb.socketPath, php: assetPath('scripts/live') };
  const wordpress = await startWordPress(options);
  stops.push(wordpress.stop);
  const receiver = await startReceiver();
  stops.push(receiver.stop);
  const platform = await startPlatform(join(folder, 'causeway'), {});
  stops.push(platform.stop);
  console.log(`Reading ${wordpress.url} ...`);
  const results = await readWordPress(platform, wordpress, receiver);
  return { results, rejected: receiver.rejected.length };
}

function report({ results, rejected }: { results: ObjectResult[]; rejected: number }): boolean {
  const lines = results.map(({ objectName, expected, delivered }) => ({
    passed: expected > 0 && delivered === expected,
    text: `${objectName}: ${delivered} of ${expected} delivered`,
  }));
  lines.push({ passed: rejected === 0, text: `signatures: ${rejected} messages refused` });
  for (const { passed, text } of lines) console.log(`${passed ? 'ok  ' : 'FAIL'} ${text}`);
  const passed = lines.filter((line) => line.passed).length;
  console.log(`${passed} passed, ${lines.length - passed} failed`);
  return passed === lines.length;
}
