import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { type Db, openDatabase } from '../../lib/db/open.ts';
import { freePort } from '../../scripts/servers/free_port.ts';
import type { Promtool } from '../deploy/promtool.ts';
import { type Stage, startStage } from '../support/stage.ts';
import { type Receiver, type ReceiverOptions, startReceiver } from '../support/webhook_receiver.ts';
import { alertsOf, type Scrape } from './alert_walk.ts';
import { firstCommandOf } from './first_command.ts';
import { scrapedMetrics } from './scraped_metrics.ts';

const requiredFields = [{ fieldName: 'id' }];

/**
 * What the platform served before and while a fault was there, and the alerts that this has to fire. `minutes` between two
 * scrapes; an hour unless given.
 */
export type Walk = { alerts: string[]; scrapes: Scrape[]; minutes?: number };

export type RunbookStage = Awaited<ReturnType<typeof startRunbookStage>>;

/**
 * A running platform with metrics, a receiver (`hook`), the customer `acme` and an installation of it that reads three
 * objects, writes one and has the proxy: on it a test makes the fault of an alert, and runs the first command of its
 * runbook. `receiving`: how the receiver answers.
 */
export async function startRunbookStage(settings: Record<string, string> = {}, receiving: ReceiverOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-runbooks-'));
  const walks: Walk[] = [];
  const metricsPort = await freePort();
  const scripts = { causeway: `node ${assetPath('dist/cli/main.js')}` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, scripts }));
  const stage: Stage = await startStage({ records: 400 }, { CAUSEWAY_METRICS_PORT: String(metricsPort), ...settings });
  const { builder, sandbox, platform } = stage;
  const { origin, ready } = platform;
  const place = { folder, metricsPort, logFile: join(platform.dataDir, 'causeway.log'), origin, ready };
  const hook: Receiver = await startReceiver(receiving);
  await builder.addDestination('hook', hook);
  await builder.connect(sandbox, 'acme');
  const objects = ['contacts', 'companies', 'deals'].map((objectName) => ({
    objectName,
    destination: 'hook',
    requiredFields,
    schedule: '*/10 * * * *',
  }));
  const integrationId = await builder.deploy({
    name: 'crm',
    read: { objects },
    write: { objects: [{ objectName: 'contacts' }] },
    proxy: { enabled: true },
  });
  const installationId = await builder.installed(
    integrationId,
    'acme',
    { contacts: {}, companies: {}, deals: {} },
    { write: { objects: { contacts: { objectName: 'contacts' } } }, proxy: { enabled: true } },
  );

  const { scrape, scrapedWhen } = scrapedMetrics(metricsPort);
  const sum = (scraped: Scrape, name: string, ...labels: string[]) =>
    [...scraped]
      .filter(([series]) => series.startsWith(`causeway_${name}{`) && labels.every((label) => series.includes(label)))
      .reduce((all, [, value]) => all + value, 0);
  const oldest = (queue: string) => (scraped: Scrape) => sum(scraped, 'backlog_oldest_due_seconds', `queue="${queue}"`);

  async function inDatabase<T>(service: string, work: (db: Db) => Promise<T>): Promise<T> {
    const db = openDatabase(platform.databaseUrl(service));
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }

  return {
    ...stage,
    hook,
    integrationId,
    installationId,
    walks,
    scrape,
    sum,
    oldest,
    scrapedWhen,
    firstCommandOf: (alert: string) => firstCommandOf(alert, place),
    inDatabase,
    rename: (service: string, from: string, to: string) => inDatabase(service, (db) => db.schema.renameTable(from, to)),
    healthy: () =>
      scrapedWhen((scraped) =>
        ['schedules', 'reads', 'writes', 'deliveries', 'outbox_installation', 'outbox_reads'].every(
          (queue) => oldest(queue)(scraped) < 60,
        ),
      ),
    async stop(): Promise<void> {
      await hook.stop();
      await stage.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** promtool gets the scrapes as if an hour, or `minutes`, were between them: each alert fires by its fault, not before. */
export function expectAlerts(promtool: Promtool, walks: readonly Walk[]): void {
  for (const { alerts, scrapes, minutes } of walks) {
    const before = alertsOf(promtool, scrapes.slice(0, 1), minutes).filter((name) => alerts.includes(name));
    expect([alerts, before]).toEqual([alerts, []]);
    expect(alertsOf(promtool, scrapes, minutes)).toEqual(expect.arrayContaining(alerts));
  }
  expect(alertsOf(promtool, walks[0]!.scrapes.slice(0, 1))).toEqual([]);
}
