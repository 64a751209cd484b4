import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/servers/free_port.ts';
import { aBuilder } from '../support/builder.ts';
import { type EmbeddedProcess, startEmbedded } from '../support/embedded_process.ts';
import type { SmallDisk } from '../support/small_disk.ts';
import type { Scrape } from './alert_walk.ts';
import { firstCommandOf } from './first_command.ts';
import { scrapedMetrics } from './scraped_metrics.ts';

const QUEUES = ['schedules', 'writes', 'deliveries', 'outbox_installation'];

/** A platform whose process a test may kill, stop and start again, with its data folder on a disk that may be full. */
export async function startProcessStage(disk: SmallDisk) {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-runbooks-'));
  const metricsPort = await freePort();
  const start = () => startEmbedded(disk.dir, { ...disk.environment, CAUSEWAY_METRICS_PORT: String(metricsPort) });
  let running: EmbeddedProcess = await start();

  const { scrape, scrapedWhen } = scrapedMetrics(metricsPort);
  const value = (scraped: Scrape, name: string) =>
    [...scraped].find(([series]) => series.startsWith(`${name}{`))?.[1] ?? Number.NaN;

  return {
    scrape,
    scrapedWhen,
    value,
    metricsPort,
    origin: () => running.origin,
    builder: () => aBuilder(running),
    signal: (signal: NodeJS.Signals) => void running.child.kill(signal),
    kill: () => running.end('SIGKILL'),
    async start(): Promise<void> {
      running = await start();
    },
    /** All queues are counted, and callbacks wait no longer than a healthy process lets them. */
    healthy: () =>
      scrapedWhen(
        (scraped) =>
          QUEUES.every((queue) =>
            [...scraped.keys()].some((key) => key.includes(`oldest_due_seconds{queue="${queue}"`)),
          ) && value(scraped, 'nodejs_eventloop_lag_p99_seconds') < 0.1,
      ),
    firstCommandOf(alert: string): Promise<string> {
      const { origin, ready } = running;
      return firstCommandOf(alert, { folder, metricsPort, logFile: join(disk.dir, 'causeway.log'), origin, ready });
    },
    /** A scrape with the two series that the kubelet makes of a volume: from statfs, of the disk of the data folder. */
    withDisk(scraped: Scrape): Scrape {
      const { bavail, blocks, bsize } = statfsSync(disk.dir);
      const volume = '{persistentvolumeclaim="data"}';
      return new Map([
        ...scraped,
        [`kubelet_volume_stats_available_bytes${volume}`, bavail * bsize],
        [`kubelet_volume_stats_capacity_bytes${volume}`, blocks * bsize],
      ]);
    },
    async stop(): Promise<void> {
      if (running.child.exitCode === null && running.child.signalCode === null) await running.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
