import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { itWithPromtool } from '../deploy/promtool.ts';
import { eventually } from '../support/eventually.ts';
import { smallDisk } from '../support/small_disk.ts';
import { alertsOf, type Scrape } from './alert_walk.ts';
import { startProcessStage } from './process_stage.ts';
import { expectAlerts, type Walk } from './runbook_stage.ts';

const TIMEOUT_MS = 120_000;
const itPromtool = itWithPromtool();

/** The platform's process is killed and frozen, and its disk filled. */
describe('the runbooks of processes and disks', () => {
  const disk = smallDisk(128);
  const walks: Walk[] = [];
  const itOnDisk = (title: string, test: () => Promise<void>) =>
    disk.kind === 'file system' ? it(title, test) : it.skip(`${title} (not run: nothing can be mounted here)`, test);
  let stage: Awaited<ReturnType<typeof startProcessStage>>;

  beforeAll(async () => {
    stage = await startProcessStage(disk);
  });
  afterAll(async () => {
    await stage?.stop();
    disk.stop();
  });

  it('CausewayEventLoopDelay: the process gets hardly any CPU', async () => {
    const before = await stage.healthy();
    const lag = (scraped: Scrape) => stage.value(scraped, 'nodejs_eventloop_lag_p99_seconds');
    let late = before;
    let said = '';
    // A scrape begins a new measurement, so each one follows some seconds of the fault, and so does the command.
    const starve = async () => {
      for (let i = 0; i < 4; i += 1) {
        stage.signal('SIGSTOP');
        await sleep(900);
        stage.signal('SIGCONT');
        await sleep(30);
      }
    };
    await eventually(async () => {
      await starve();
      late = await stage.scrape();
      expect(lag(late)).toBeGreaterThan(0.5);
      await starve();
      said = await stage.firstCommandOf('CausewayEventLoopDelay');
      expect(said).toMatch(/^nodejs_eventloop_lag_p99_seconds (0\.[5-9]|[1-9])/m);
    }, TIMEOUT_MS);
    await stage.scrapedWhen((scraped) => lag(scraped) < 0.1);
    walks.push({ alerts: ['CausewayEventLoopDelay'], scrapes: [before, late] });
  });

  it('CausewayProcessDown: the process was killed', async () => {
    const before = await stage.healthy();
    await stage.kill();
    const down = await stage.scrape();
    expect(await stage.firstCommandOf('CausewayProcessDown')).toMatch(/curl: \(7\)/);
    await stage.start();
    await stage.healthy();
    expect(await stage.firstCommandOf('CausewayProcessDown')).toMatch(/^process_start_time_seconds \d+/m);
    walks.push({ alerts: ['CausewayProcessDown'], scrapes: [before, down] });
  });

  it('CausewayProcessRestarts: the process is killed again and again', async () => {
    const scrapes = [await stage.healthy()];
    const starts = async () =>
      [...(await stage.firstCommandOf('CausewayProcessRestarts')).matchAll(/HTTP server ready/g)].length;
    const had = await starts();
    for (let i = 0; i < 3; i += 1) {
      await stage.kill();
      // The series has whole seconds: two starts in one would be one change.
      await sleep(1_500);
      await stage.start();
      scrapes.push(await stage.healthy());
    }
    expect(await starts()).toBe(had + 3);
    walks.push({ alerts: ['CausewayProcessRestarts'], scrapes, minutes: 10 });
  });

  itOnDisk('CausewayDiskLow: less than a fifth of the disk is free', async () => {
    const before = stage.withDisk(await stage.healthy());
    const other = join(disk.dir, 'other');
    const { bavail, blocks, bsize } = statfsSync(disk.dir);
    writeFileSync(other, new Uint8Array((bavail - Math.floor(blocks * 0.15)) * bsize));
    const low = stage.withDisk(await stage.scrape());
    expect(await stage.firstCommandOf('CausewayDiskLow')).toMatch(new RegExp(` (8[1-9]|9\\d)% ${disk.dir}\n`));
    rmSync(other);
    walks.push({ alerts: ['CausewayDiskLow'], scrapes: [before, low] });
  });

  itOnDisk('CausewayDiskFull: nothing can be written', async () => {
    const before = stage.withDisk(await stage.healthy());
    disk.fill(0);
    const readiness = async () => (await fetch(`${stage.origin()}/readyz`)).text();
    let made = 0;
    const write = () => stage.builder().call('POST', '/topics', { name: `topic-${(made += 1)}` });
    // Space that the files have already reserved lasts for a while.
    await eventually(async () => {
      expect((await write()).status).toBe(503);
      expect(await readiness()).toMatch(/cannot be written/);
    }, TIMEOUT_MS);
    const full = stage.withDisk(await stage.scrape());
    expect(await stage.firstCommandOf('CausewayDiskFull')).toMatch(new RegExp(` 100% ${disk.dir}\n`));
    disk.free(0);
    await eventually(async () => {
      expect((await write()).status).toBe(201);
      expect(await readiness()).not.toMatch(/faults/);
    }, TIMEOUT_MS);
    walks.push({ alerts: ['CausewayDiskFull'], scrapes: [before, full] });
  });

  itPromtool('are those of alerts that fire on what the platform served, and not before', (promtool) => {
    expect(walks).toHaveLength(disk.kind === 'file system' ? 5 : 3);
    expectAlerts(promtool, walks);
    const restarts = walks.find(({ alerts }) => alerts.includes('CausewayProcessRestarts'))!;
    expect(alertsOf(promtool, restarts.scrapes.slice(0, 3), restarts.minutes)).not.toContain('CausewayProcessRestarts');
  });
});
