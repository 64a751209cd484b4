import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { type Db, openDatabase } from '../../lib/db/open.ts';
import { freePort } from '../../scripts/servers/free_port.ts';
import { itWithPromtool } from '../deploy/promtool.ts';
import { succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { makeDue } from '../support/make_due.ts';
import { proxyClient } from '../support/proxy_client.ts';
import { signIn } from '../support/sign_in.ts';
import { type Stage, startStage } from '../support/stage.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';
import { alertsOf, type Scrape, scrapeOf } from './alert_walk.ts';
import { fencedBlock } from './fenced_blocks.ts';
import { runShell } from './run_shell.ts';

const PAGE = 'docs/operations.md';
/** Backlogs are counted every 10 s. Ms. */
const COUNTED = 40_000;
const CUSTOMERS = 24;
const FAULTS = 60;
const requiredFields = [{ fieldName: 'id' }];
const itPromtool = itWithPromtool();

/**
 * Makes each fault on a running platform, runs the first command of the runbook, and shows that what the platform serves
 * would make the alert fire: promtool gets the scrapes as if an hour were between them. The
 * scheduler does not poll, so that a schedule can be late.
 */
describe('the runbooks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-runbooks-'));
  const walks: { alerts: string[]; scrapes: Scrape[] }[] = [];
  let stage: Stage;
  let hook: Receiver;
  let metricsPort: number;
  let integrationId: string;
  let installationId: string;

  beforeAll(async () => {
    metricsPort = await freePort();
    const scripts = { causeway: `node ${assetPath('dist/cli/main.js')}` };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, scripts }));
    stage = await startStage(
      { records: 400 },
      {
        CAUSEWAY_METRICS_PORT: String(metricsPort),
        CAUSEWAY_READS_SCHEDULER_POLL_MS: '3600000',
      },
    );
    const { builder, sandbox } = stage;
    hook = await startReceiver();
    await builder.addDestination('hook', hook);
    await builder.connect(sandbox, 'acme');
    const objects = ['contacts', 'companies', 'deals'].map((objectName) => ({
      objectName,
      destination: 'hook',
      requiredFields,
      schedule: '*/10 * * * *',
    }));
    integrationId = await builder.deploy({
      name: 'crm',
      read: { objects },
      write: { objects: [{ objectName: 'contacts' }] },
      proxy: { enabled: true },
    });
    installationId = await builder.installed(
      integrationId,
      'acme',
      { contacts: {}, companies: {}, deals: {} },
      { write: { objects: { contacts: { objectName: 'contacts' } } }, proxy: { enabled: true } },
    );
  });
  afterAll(async () => {
    await hook?.stop();
    await stage?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const scrape = async () => scrapeOf(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text());
  const sum = (scraped: Scrape, name: string, ...labels: string[]) =>
    [...scraped]
      .filter(([series]) => series.startsWith(`causeway_${name}{`) && labels.every((label) => series.includes(label)))
      .reduce((all, [, value]) => all + value, 0);
  /** Scrapes until the backlogs are as expected. */
  async function scrapedWhen(isSo: (scraped: Scrape) => boolean): Promise<Scrape> {
    let scraped = await scrape();
    await eventually(async () => {
      scraped = await scrape();
      expect(isSo(scraped)).toBe(true);
    }, COUNTED);
    return scraped;
  }
  const oldest = (queue: string) => (scraped: Scrape) => sum(scraped, 'backlog_oldest_due_seconds', `queue="${queue}"`);

  /** The first command of a runbook, as the page says that it is run without Kubernetes. Whatever its exit code is. */
  function firstCommandOf(alert: string): Promise<string> {
    const { origin, ready } = stage.platform;
    const command = fencedBlock(PAGE, alert, 'sh')
      .replace('https://causeway.example.com', origin)
      .replace(/kubectl logs deploy\/causeway-\w+/, `cat '${join(stage.platform.dataDir, 'causeway.log')}'`);
    return runShell(`metrics() { curl -fsS http://127.0.0.1:${metricsPort}/metrics; }\n{ ${command}\n} || true`, {
      cwd: folder,
      environment: { CAUSEWAY_URL: origin, CAUSEWAY_API_KEY: ready.apiKey, CAUSEWAY_PROJECT: ready.project.name },
    });
  }
  async function inDatabase<T>(service: string, work: (db: Db) => Promise<T>): Promise<T> {
    const db = openDatabase(stage.platform.databaseUrl(service));
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }
  const rename = (service: string, from: string, to: string) =>
    inDatabase(service, (db) => db.schema.renameTable(from, to));
  const healthy = () =>
    scrapedWhen((scraped) =>
      ['schedules', 'reads', 'writes', 'deliveries', 'outbox_installation', 'outbox_reads'].every(
        (queue) => oldest(queue)(scraped) < 60,
      ),
    );

  it('CausewaySchedulesLate: the scheduler does not look', async () => {
    const before = await healthy();
    expect(await makeDue(stage.platform, installationId)).toBe(3);
    const late = await scrapedWhen((scraped) => oldest('schedules')(scraped) > 600);
    expect(await firstCommandOf('CausewaySchedulesLate')).toMatch(
      /causeway_backlog_due\{queue="schedules"\} 3\n[\s\S]*oldest_due_seconds\{queue="schedules"\} \d{4}/,
    );
    await inDatabase('reads', (db) => db('schedules').update({ next_time: Date.now() + 3_600_000 }));
    walks.push({ alerts: ['CausewaySchedulesLate'], scrapes: [before, late] });
  });

  it('CausewayOutboxOld: a consumer does not handle events', async () => {
    const before = await healthy();
    await rename('notifications', 'inbox', 'inbox_gone');
    await stage.builder.connect(stage.sandbox, 'further');
    await eventually(async () =>
      expect(await inDatabase('installation', (db) => db('outbox').update({ event_time: 1 }))).toBeGreaterThan(0),
    );
    const old = await scrapedWhen((scraped) => oldest('outbox_installation')(scraped) > 300);
    expect(await firstCommandOf('CausewayOutboxOld')).toMatch(
      /oldest_due_seconds\{queue="outbox_installation"\} \d{4}/,
    );
    await rename('notifications', 'inbox_gone', 'inbox');
    walks.push({ alerts: ['CausewayOutboxOld'], scrapes: [before, old] });
  });

  it('CausewayQueueUnknown: schedules can not be counted', async () => {
    const before = await healthy();
    await rename('reads', 'schedules', 'schedules_gone');
    const unknown = await scrapedWhen(
      (scraped) => ![...scraped.keys()].some((key) => key.includes('queue="schedules"')),
    );
    // The database answers, so the platform is ready; the log says what the loop of the backlogs meets.
    expect(await firstCommandOf('CausewayQueueUnknown')).toContain('"status":"ready"');
    expect(stage.platform.log()).toMatch(/"loop":"backlogs".*"msg":"background work failed, trying again"/);
    await rename('reads', 'schedules_gone', 'schedules');
    walks.push({ alerts: ['CausewayQueueUnknown'], scrapes: [before, unknown] });
  });

  it('CausewayRequestsFail, CausewayRpcsFail: a table is missing', async () => {
    const { origin, ready } = stage.platform;
    const before = await healthy();
    await rename('notifications', 'topics', 'topics_gone');
    const ask = async () =>
      (await fetch(`${origin}/v1/projects/${ready.project.name}/topics`, { headers: { 'x-api-key': ready.apiKey } }))
        .status;
    expect(await ask()).toBe(500);
    const first = await scrape();
    for (let i = 0; i < FAULTS; i += 1) await ask();
    const failed = await scrape();
    await rename('notifications', 'topics_gone', 'topics');
    expect(await firstCommandOf('CausewayRequestsFail')).toMatch(/operation="listTopics",status="500"\} 61\n/);
    expect(await firstCommandOf('CausewayRpcsFail')).toMatch(/"rpc":"notifications\/ListTopics"/);
    walks.push({ alerts: ['CausewayRequestsFail', 'CausewayRpcsFail'], scrapes: [before, first, failed] });
  });

  it('CausewayProviderFailing: the provider answers 500', async () => {
    const { platform, sandbox } = stage;
    const before = await healthy();
    const proxy = proxyClient(platform.origin, platform.ready, installationId);
    sandbox.control.addFault({ kind: '500', times: FAULTS + 1 });
    expect((await proxy.call('/api/v1/contacts')).status).toBe(500);
    const first = await scrape();
    for (let i = 0; i < FAULTS; i += 1) await proxy.call('/api/v1/contacts');
    const failed = await scrape();
    sandbox.control.clearFaults();
    expect(await firstCommandOf('CausewayProviderFailing')).toMatch(/provider="sandbox",answer="5xx"\} \d+/);
    walks.push({ alerts: ['CausewayProviderFailing'], scrapes: [before, first, failed] });
  });

  it('CausewayTokensRefused, CausewayProviderAppRefused: the provider refuses what it gave', async () => {
    const { platform, builder, sandbox } = stage;
    sandbox.control.addRedirectUri(`${platform.origin}/callbacks/v1/oauth`);
    const app = { provider: 'sandboxOAuth', clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };
    succeeded(await builder.call('POST', '/provider-apps', { ...app, scopes: ['crm.read', 'offline_access'] }));
    const ids: string[] = [];
    for (let i = 0; i < CUSTOMERS; i += 1) ids.push(await signIn(builder, sandbox, { groupRef: `customer-${i}` }));
    const before = await healthy();
    sandbox.control.revoke({ what: 'access' });
    sandbox.control.revoke({ what: 'refresh' });
    const refuse = async (id: string) =>
      expect((await builder.call('GET', `/connections/${id}?refresh=force`)).status).toBe(422);
    await refuse(ids[0]!);
    const first = await scrape();
    await Promise.all(ids.slice(1).map(refuse));
    const refused = await scrape();
    expect(sum(refused, 'token_refreshes_total', 'end="refused"')).toBe(CUSTOMERS);
    expect(await firstCommandOf('CausewayTokensRefused')).toMatch(/customer-3 .*bad_credentials/);
    const alerts = ['CausewayTokensRefused', 'CausewayProviderAppRefused'];
    walks.push({ alerts, scrapes: [before, first, refused] });
  });

  itPromtool('are those of alerts that fire on what the platform served, and not before', (promtool) => {
    expect(walks.flatMap(({ alerts }) => alerts)).toHaveLength(8);
    for (const { alerts, scrapes } of walks) {
      const before = alertsOf(promtool, scrapes.slice(0, 1)).filter((name) => alerts.includes(name));
      expect([alerts, before]).toEqual([alerts, []]);
      expect(alertsOf(promtool, scrapes)).toEqual(expect.arrayContaining(alerts));
    }
    expect(alertsOf(promtool, walks[0]!.scrapes.slice(0, 1))).toEqual([]);
  });
});
