import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { itWithPromtool } from '../deploy/promtool.ts';
import { succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { makeDue } from '../support/make_due.ts';
import { proxyClient } from '../support/proxy_client.ts';
import { signIn } from '../support/sign_in.ts';
import { expectAlerts, type RunbookStage, startRunbookStage } from './runbook_stage.ts';

const CUSTOMERS = 24;
const FAULTS = 60;
const itPromtool = itWithPromtool();

/** Makes each fault on a running platform. The scheduler does not poll, so that a schedule can be late. */
describe('the runbooks', () => {
  let stage: RunbookStage;

  beforeAll(async () => {
    stage = await startRunbookStage({ CAUSEWAY_READS_SCHEDULER_POLL_MS: '3600000' });
  });
  afterAll(() => stage?.stop());

  it('CausewaySchedulesLate: the scheduler does not look', async () => {
    const before = await stage.healthy();
    expect(await makeDue(stage.platform, stage.installationId)).toBe(3);
    const late = await stage.scrapedWhen((scraped) => stage.oldest('schedules')(scraped) > 600);
    expect(await stage.firstCommandOf('CausewaySchedulesLate')).toMatch(
      /causeway_backlog_due\{queue="schedules"\} 3\n[\s\S]*oldest_due_seconds\{queue="schedules"\} \d{4}/,
    );
    await stage.inDatabase('reads', (db) => db('schedules').update({ next_time: Date.now() + 3_600_000 }));
    stage.walks.push({ alerts: ['CausewaySchedulesLate'], scrapes: [before, late] });
  });

  it('CausewayOutboxOld: a consumer does not handle events', async () => {
    const before = await stage.healthy();
    await stage.rename('notifications', 'inbox', 'inbox_gone');
    await stage.builder.connect(stage.sandbox, 'further');
    await eventually(async () =>
      expect(await stage.inDatabase('installation', (db) => db('outbox').update({ event_time: 1 }))).toBeGreaterThan(0),
    );
    const old = await stage.scrapedWhen((scraped) => stage.oldest('outbox_installation')(scraped) > 300);
    expect(await stage.firstCommandOf('CausewayOutboxOld')).toMatch(
      /oldest_due_seconds\{queue="outbox_installation"\} \d{4}/,
    );
    await stage.rename('notifications', 'inbox_gone', 'inbox');
    stage.walks.push({ alerts: ['CausewayOutboxOld'], scrapes: [before, old] });
  });

  it('CausewayQueueUnknown: schedules can not be counted', async () => {
    const before = await stage.healthy();
    await stage.rename('reads', 'schedules', 'schedules_gone');
    const unknown = await stage.scrapedWhen(
      (scraped) => ![...scraped.keys()].some((key) => key.includes('queue="schedules"')),
    );
    // The database answers, so the platform is ready; the log says what the loop of the backlogs meets.
    expect(await stage.firstCommandOf('CausewayQueueUnknown')).toContain('"status":"ready"');
    expect(stage.platform.log()).toMatch(/"loop":"backlogs".*"msg":"background work failed, trying again"/);
    await stage.rename('reads', 'schedules_gone', 'schedules');
    stage.walks.push({ alerts: ['CausewayQueueUnknown'], scrapes: [before, unknown] });
  });

  it('CausewayRequestsFail, CausewayRpcsFail: a table is missing', async () => {
    const { origin, ready } = stage.platform;
    const before = await stage.healthy();
    await stage.rename('notifications', 'topics', 'topics_gone');
    const ask = async () =>
      (await fetch(`${origin}/v1/projects/${ready.project.name}/topics`, { headers: { 'x-api-key': ready.apiKey } }))
        .status;
    expect(await ask()).toBe(500);
    const first = await stage.scrape();
    for (let i = 0; i < FAULTS; i += 1) await ask();
    const failed = await stage.scrape();
    await stage.rename('notifications', 'topics_gone', 'topics');
    expect(await stage.firstCommandOf('CausewayRequestsFail')).toMatch(/operation="listTopics",status="500"\} 61\n/);
    expect(await stage.firstCommandOf('CausewayRpcsFail')).toMatch(/"rpc":"notifications\/ListTopics"/);
    stage.walks.push({ alerts: ['CausewayRequestsFail', 'CausewayRpcsFail'], scrapes: [before, first, failed] });
  });

  it('CausewayRunsFail: a table is missing', async () => {
    const failed = ['service="reads"', 'end="failed"'];
    const counted = (min: number) => stage.scrapedWhen((scraped) => stage.sum(scraped, 'runs_total', ...failed) >= min);
    const before = await stage.healthy();
    await stage.rename('reads', 'operation_pages', 'operation_pages_gone');
    const { builder, integrationId } = stage;
    const [id = ''] = await Promise.all(
      ['contacts', 'companies', 'deals'].map((object) => builder.trigger(integrationId, object, 'acme')),
    );
    const first = await counted(1);
    const many = await counted(stage.sum(first, 'runs_total', ...failed) + 5);
    const said = await stage.firstCommandOf('CausewayRunsFail');
    expect(said).toContain(`"operationId":"${id}"`);
    expect(said).toMatch(/no such table: operation_pages/);
    await stage.rename('reads', 'operation_pages_gone', 'operation_pages');
    expect((await builder.finished(id, 120_000)).status).toBe('success');
    stage.walks.push({ alerts: ['CausewayRunsFail'], scrapes: [before, first, many] });
  });

  it('CausewayProviderFailing: the provider answers 500', async () => {
    const { platform, sandbox } = stage;
    const before = await stage.healthy();
    const proxy = proxyClient(platform.origin, platform.ready, stage.installationId);
    sandbox.control.addFault({ kind: '500', times: FAULTS + 1 });
    expect((await proxy.call('/api/v1/contacts')).status).toBe(500);
    const first = await stage.scrape();
    for (let i = 0; i < FAULTS; i += 1) await proxy.call('/api/v1/contacts');
    const failed = await stage.scrape();
    sandbox.control.clearFaults();
    expect(await stage.firstCommandOf('CausewayProviderFailing')).toMatch(/provider="sandbox",answer="5xx"\} \d+/);
    stage.walks.push({ alerts: ['CausewayProviderFailing'], scrapes: [before, first, failed] });
  });

  it('CausewayTokensRefused, CausewayProviderAppRefused: the provider refuses what it gave', async () => {
    const { platform, builder, sandbox } = stage;
    sandbox.control.addRedirectUri(`${platform.origin}/callbacks/v1/oauth`);
    const app = { provider: 'sandboxOAuth', clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };
    succeeded(await builder.call('POST', '/provider-apps', { ...app, scopes: ['crm.read', 'offline_access'] }));
    const ids: string[] = [];
    for (let i = 0; i < CUSTOMERS; i += 1) ids.push(await signIn(builder, sandbox, { groupRef: `customer-${i}` }));
    const before = await stage.healthy();
    sandbox.control.revoke({ what: 'access' });
    sandbox.control.revoke({ what: 'refresh' });
    const refuse = async (id: string) =>
      expect((await builder.call('GET', `/connections/${id}?refresh=force`)).status).toBe(422);
    await refuse(ids[0]!);
    const first = await stage.scrape();
    await Promise.all(ids.slice(1).map(refuse));
    const refused = await stage.scrape();
    expect(stage.sum(refused, 'token_refreshes_total', 'end="refused"')).toBe(CUSTOMERS);
    expect(await stage.firstCommandOf('CausewayTokensRefused')).toMatch(/customer-3 .*bad_credentials/);
    const alerts = ['CausewayTokensRefused', 'CausewayProviderAppRefused'];
    stage.walks.push({ alerts, scrapes: [before, first, refused] });
  });

  itPromtool('are those of alerts that fire on what the platform served, and not before', (promtool) => {
    expect(stage.walks.flatMap(({ alerts }) => alerts)).toHaveLength(9);
    expectAlerts(promtool, stage.walks);
  });
});
