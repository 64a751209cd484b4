import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { startPlatform } from '../embedded/platform.ts';
import type { Ready } from '../embedded/ready.ts';
import type { LiveSource, StartLiveSource } from './live/live_source.ts';
import { startRedmine } from './live/redmine.ts';
import { throughProxy } from './live/through_proxy.ts';
import { startWordPress } from './live/wordpress.ts';
import { writeBack } from './live/write_back.ts';
import { type Receiver, startReceiver } from './scenario/receiver.ts';
import { runScenario } from './scenario/scenario.ts';

/**
 * `npm run test:live [-- wordpress redmine]`: the main use case with third-party software. An embedded platform reads
 * Debian's WordPress and Redmine through the public interface; they run on loopback with their own databases. Every
 * record in their databases must arrive, signed, at a webhook. Then the test writes a record into each application and
 * reads it back, and does the same through the proxy. It is not part of `npm test`, because it installs packages that
 * nothing else needs.
 */
const SOURCES: Record<string, StartLiveSource> = { wordpress: startWordPress, redmine: startRedmine };

type Line = { passed: boolean; text: string };

const folder = mkdtempSync(join(tmpdir(), 'causeway-live-'));
const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SOURCES);
const lines: Line[] = [];

for (const name of names) lines.push(...(await linesOf(name)));
for (const stop of stops.reverse()) await stop();
for (const { passed, text } of lines) console.log(`${passed ? 'ok  ' : 'FAIL'} ${text}`);
const passed = lines.filter((line) => line.passed).length;
console.log(`${passed} passed, ${lines.length - passed} failed`);
// A platform that failed during its start may have left servers running; they end with this process.
process.exit(passed === lines.length ? 0 : 1);

async function linesOf(name: string): Promise<Line[]> {
  const start = SOURCES[name];
  if (!start) return [{ passed: false, text: `${name}: known are ${Object.keys(SOURCES).join(' and ')}` }];
  try {
    const own = join(folder, name);
    mkdirSync(own);
    const source = await start(own, console.log);
    stops.push(source.stop);
    const ready = await startCauseway(name);
    const read = report(name, source, await readAll(ready, source));
    return [...read, ...(await writeBack(ready, source)), ...(await throughProxy(ready, source))];
  } catch (error) {
    console.error(error);
    return [{ passed: false, text: `${name}: ${(error as Error).message.split('\n')[0]}` }];
  }
}

async function startCauseway(name: string): Promise<Ready> {
  const options = {
    dataDir: join(folder, `${name}-causeway`),
    port: 0,
    logLevel: 'info',
    environment: process.env,
  } as const;
  const platform = await startPlatform(options);
  stops.push(platform.stop);
  return platform.ready;
}

async function readAll(ready: Ready, { url, provider, credentials, objects }: LiveSource): Promise<Receiver> {
  const receiver = await startReceiver();
  stops.push(receiver.stop);
  console.log(`Reading ${url} ...`);
  const { read, ms } = await runScenario({ ready, receiver, provider, credentials, objects });
  console.log(`${read} records read; the backfills took ${ms} ms.`);
  return receiver;
}

function report(source: string, { objects, counts }: LiveSource, receiver: Receiver): Line[] {
  const { verified, refused } = receiver.counts;
  return [
    ...objects.map(({ name }) => {
      const [wanted = 0, delivered] = [counts[name], receiver.recordIds(name).size];
      return {
        passed: wanted > 0 && delivered === wanted,
        text: `${source} ${name}: ${delivered} of ${wanted} delivered`,
      };
    }),
    { passed: verified > 0 && refused === 0, text: `${source} signatures: ${verified} verified, ${refused} refused` },
  ];
}
