import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { itWithPromtool } from '../deploy/promtool.ts';
import { succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import type { Scrape } from './alert_walk.ts';
import { expectAlerts, type RunbookStage, startRunbookStage } from './runbook_stage.ts';

const OBJECTS = ['contacts', 'companies', 'deals'] as const;
/** With `acme` their reads take the only worker for minutes while the provider is slow. */
const FURTHER = ['beta', 'gamma', 'delta', 'epsilon', 'zeta'];
const WRITES = 30;
/** Below the time limit of a call, so that it succeeds. Ms. */
const SLOW_MS = 10_000;
const itPromtool = itWithPromtool();

/**
 * Makes each fault on a running platform with one worker of reads and one of writes. A backlog of minutes is made by
 * setting the times of what waits to long ago.
 */
describe('the runbooks of the queues', () => {
  let stage: RunbookStage;
  /** The status that the receiver answers. */
  let answer = 200;

  beforeAll(async () => {
    const one = { CAUSEWAY_READS_CONCURRENCY: '1', CAUSEWAY_WRITES_CONCURRENCY: '1' };
    stage = await startRunbookStage(one, { respond: () => answer });
    for (const groupRef of FURTHER) {
      await stage.builder.connect(stage.sandbox, groupRef);
      await stage.builder.installed(stage.integrationId, groupRef, { contacts: {}, companies: {}, deals: {} });
    }
    // So that none becomes due meanwhile.
    await stage.inDatabase('reads', (db) => db('schedules').update({ next_time: Date.now() + 24 * 3_600_000 }));
  });
  afterAll(() => stage?.stop());

  const readAll = async (...groupRefs: string[]) => {
    for (const groupRef of groupRefs)
      for (const object of OBJECTS) await stage.builder.trigger(stage.integrationId, object, groupRef);
  };
  const makeOld = (service: string, table: string, state: string) =>
    eventually(async () =>
      expect(
        await stage.inDatabase(service, (db) => db(table).where({ state }).update({ next_time: 1 })),
      ).toBeGreaterThan(0),
    );
  const slowDown = () => stage.sandbox.control.addFault({ kind: 'slow', delayMs: SLOW_MS, times: 10_000 });
  const runs = (scraped: Scrape) => stage.sum(scraped, 'runs_total', 'service="reads"');
  const waiting = (reason: string) => (scraped: Scrape) =>
    stage.sum(scraped, 'backlog_waiting', 'queue="deliveries"', `reason="${reason}"`);
  const activate = async () => {
    const change = { updateMask: ['status'], destination: { status: 'active' } };
    succeeded(await stage.builder.call('PATCH', '/destinations/hook', change));
  };

  it('CausewayReadsLate, CausewayWorkersStopped: a slow provider, and then no claim', async () => {
    const before = await stage.healthy();
    slowDown();
    await readAll('acme', ...FURTHER);
    await makeOld('reads', 'operations', 'ready');
    const late = await stage.scrapedWhen((scraped) => stage.oldest('reads')(scraped) > 900);
    const shown = await stage.firstCommandOf('CausewayReadsLate');
    expect(shown.match(/ in_progress +read +\w+ +\w+ /g)?.length).toBeGreaterThan(10);
    stage.walks.push({ alerts: ['CausewayReadsLate'], scrapes: [before, late] });

    await stage.rename('reads', 'turns', 'turns_gone');
    stage.sandbox.control.clearFaults();
    // Each claim counts an attempt, and each run its end: now none runs any more.
    await eventually(async () => {
      const [row] = await stage.inDatabase('reads', (db) => db('operations').sum({ claimed: 'attempts' }));
      expect(runs(await stage.scrape())).toBe(Number((row as { claimed: number }).claimed));
    }, 60_000);
    await makeOld('reads', 'operations', 'ready');
    const stopped = await stage.scrapedWhen((scraped) => stage.oldest('reads')(scraped) > 900);
    const counted = await stage.firstCommandOf('CausewayWorkersStopped');
    expect(counted).toMatch(/causeway_backlog_due\{queue="reads"\} [1-9]/);
    expect(counted).toMatch(/oldest_due_seconds\{queue="reads"\} \d{4}/);
    expect(counted).toMatch(/causeway_runs_total\{service="reads",end="\w+"\} \d/);
    // It stands still when you ask again.
    expect(await stage.firstCommandOf('CausewayWorkersStopped')).toContain(
      counted.match(/^causeway_runs_total.*$/m)?.[0],
    );
    expect(stage.platform.log()).toMatch(/"loop":"claims".*"msg":"background work failed, trying again"/);
    const still = await stage.scrape();
    await stage.rename('reads', 'turns_gone', 'turns');
    await stage.scrapedWhen((scraped) => runs(scraped) > runs(still) && stage.oldest('reads')(scraped) < 60);
    stage.walks.push({ alerts: ['CausewayWorkersStopped'], scrapes: [before, stopped, still] });
  });

  it('CausewayWritesLate: the provider answers writes slowly', async () => {
    const before = await stage.healthy();
    slowDown();
    for (let i = 0; i < WRITES; i += 1) {
      const body = { groupRef: 'acme', type: 'create', mode: 'asynchronous', record: { name: `Record ${i}` } };
      succeeded(await stage.builder.write(stage.integrationId, 'contacts', body));
    }
    await makeOld('writes', 'queued_records', 'ready');
    const late = await stage.scrapedWhen((scraped) => stage.oldest('writes')(scraped) > 300);
    const shown = await stage.firstCommandOf('CausewayWritesLate');
    expect(shown.match(/ in_progress +write +acme +contacts /g)?.length).toBeGreaterThan(10);
    stage.sandbox.control.clearFaults();
    await stage.scrapedWhen((scraped) => stage.oldest('writes')(scraped) < 60);
    stage.walks.push({ alerts: ['CausewayWritesLate'], scrapes: [before, late] });
  });

  it('CausewayDeliveriesLate: attempts can not be recorded', async () => {
    const before = await stage.healthy();
    await stage.rename('notifications', 'attempts', 'attempts_gone');
    await readAll(...FURTHER);
    await makeOld('notifications', 'deliveries', 'pending');
    const late = await stage.scrapedWhen((scraped) => stage.oldest('deliveries')(scraped) > 600);
    expect(await stage.firstCommandOf('CausewayDeliveriesLate')).toMatch(/ pending +0 +hook +\w+ /);
    expect(stage.platform.log()).toMatch(/"loop":"deliveries".*"msg":"background work failed, trying again"/);
    await stage.rename('notifications', 'attempts_gone', 'attempts');
    await eventually(
      async () => expect(await stage.firstCommandOf('CausewayDeliveriesLate')).not.toContain(' pending '),
      60_000,
    );
    stage.walks.push({ alerts: ['CausewayDeliveriesLate'], scrapes: [before, late] });
  });

  it('CausewayHeldGrowing, CausewayMessagesGivenUp: the receiver is gone for longer than the retention', async () => {
    const before = await stage.healthy();
    answer = 410;
    await readAll('acme');
    const held = await stage.scrapedWhen((scraped) => waiting('held')(scraped) > 0);
    expect(await stage.firstCommandOf('CausewayHeldGrowing')).toMatch(
      /destination hook: disabled[\s\S]*the receiver answered 410[\s\S]* of its messages wait/,
    );
    stage.walks.push({ alerts: ['CausewayHeldGrowing'], scrapes: [before, held] });
    await stage.inDatabase('notifications', (db) => db('holds').update({ create_time: 1 }));
    const givenUp = await stage.scrapedWhen((scraped) => stage.sum(scraped, 'deliveries_undelivered_total') > 0);
    expect(await stage.firstCommandOf('CausewayMessagesGivenUp')).toMatch(/ undelivered +\d+ +hook +\w+ /);
    stage.walks.push({ alerts: ['CausewayMessagesGivenUp'], scrapes: [held, givenUp] });
    const asked = stage.hook.messages.length;
    answer = 200;
    await activate();
    // Their records are read again by itself.
    await stage.hook.waitFor((messages) => messages.length > asked, 60_000);
    await eventually(
      async () => expect(await stage.firstCommandOf('CausewayHeldGrowing')).toContain('Nothing'),
      60_000,
    );
  });

  it('CausewayDestinationFailing: the receiver answers 500', async () => {
    const before = await stage.healthy();
    answer = 500;
    await readAll('acme', ...FURTHER);
    const failing = await stage.scrapedWhen((scraped) => waiting('failing')(scraped) > 0);
    expect(await stage.firstCommandOf('CausewayDestinationFailing')).toMatch(
      /destination hook: failing, since [\s\S]*with status 500\. \d+ of its messages wait/,
    );
    answer = 200;
    const since = new Date(Date.now() - 3_600_000).toISOString();
    succeeded(await stage.builder.call('POST', '/destinations/hook:recover', { since }));
    await eventually(
      async () => expect(await stage.firstCommandOf('CausewayDestinationFailing')).not.toContain('destination hook'),
      60_000,
    );
    stage.walks.push({ alerts: ['CausewayDestinationFailing'], scrapes: [before, failing] });
  });

  itPromtool('are those of alerts that fire on what the platform served, and not before', (promtool) => {
    expect(stage.walks.flatMap(({ alerts }) => alerts)).toHaveLength(7);
    expectAlerts(promtool, stage.walks);
  });
});
