import { spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROCESSES } from '../../lib/trust/arrows.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { type Receiver, startReceiver } from '../../scripts/scenario/receiver.ts';
import { SANDBOX_OBJECTS } from '../../scripts/scenario/sandbox_objects.ts';
import { runScenario } from '../../scripts/scenario/scenario.ts';
import { ensureTools } from '../support/tools.ts';
import { type DenoPlatform, startDenoPlatform } from './deno_process.ts';

const RECORDS = 600;

/** The same sources on another runtime: sandbox and receiver run here on Node, the platform on Deno, the services form with all its processes. */
describe.each(['start', 'start:services'] as const)('the main job, under Deno: %s', (task) => {
  const deno = join(ensureTools(), 'node_modules/.bin/deno');
  let platform: DenoPlatform;
  let sandbox: Awaited<ReturnType<typeof startSandbox>>;
  let receiver: Receiver;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, records: RECORDS });
    receiver = await startReceiver();
    platform = await startDenoPlatform(deno, task);
  });

  afterAll(async () => {
    await platform?.stop();
    await receiver?.stop();
    await sandbox?.stop();
  });

  it('runs on the only Deno release that is known not to lose its processes', () => {
    expect(spawnSync(deno, ['--version'], { encoding: 'utf8' }).stdout).toMatch(/^deno 2\.9\.3 /);
  });

  it('delivers every record to the webhook, signed', async () => {
    await runScenario({
      ready: platform.ready,
      receiver,
      provider: 'sandbox',
      objects: SANDBOX_OBJECTS,
      credentials: { apiKey: 'sandbox-key', providerMetadata: { baseUrl: sandbox.url } },
    });
    for (const { name, mapToName } of SANDBOX_OBJECTS) expect(receiver.recordIds(mapToName ?? name).size).toBe(RECORDS);
    expect(receiver.counts).toMatchObject({ refused: 0, changedBodies: 0 });
  });

  it('runs each of its processes under Deno', () => {
    const members = /^ {2}Processes +(.*)$/m.exec(platform.output())?.[1]?.split(', ') ?? [];
    expect(members.length).toBe(task === 'start' ? 0 : PROCESSES.length);
    for (const member of members)
      expect([member, readlinkSync(`/proc/${member.split(' ')[1]}/exe`)]).toEqual([
        member,
        expect.stringMatching(/deno$/),
      ]);
  });

  it('drains on SIGTERM and exits with 0', async () => {
    expect(await platform.stop()).toBe(0);
  });
});
