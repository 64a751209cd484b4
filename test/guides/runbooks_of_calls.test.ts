import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { itWithPromtool } from '../deploy/promtool.ts';
import { eventually } from '../support/eventually.ts';
import type { Scrape } from './alert_walk.ts';
import { expectAlerts, type RunbookStage, startRunbookStage } from './runbook_stage.ts';

const PATIENCE = 120_000;
/** How long the lock of a database is held. Ms. */
const HELD = 3_000;
const OBJECTS = ['contacts', 'companies', 'deals'];
const itPromtool = itWithPromtool();

const triggerAll = (stage: RunbookStage) =>
  Promise.all(OBJECTS.map((object) => stage.builder.trigger(stage.integrationId, object, 'acme')));

/** Makes each fault on a running platform, whose schedules start nothing by themselves. */
describe('the runbooks of calls and databases', () => {
  let stage: RunbookStage;

  beforeAll(async () => {
    stage = await startRunbookStage({ CAUSEWAY_READS_SCHEDULER_POLL_MS: '3600000' });
  });
  afterAll(() => stage?.stop());

  const counted = (name: string, min: number, ...labels: string[]) =>
    stage.scrapedWhen((scraped) => stage.sum(scraped, name, ...labels) >= min);

  it('CausewayRunsFail: a table is missing', async () => {
    const failed = ['service="reads"', 'end="failed"'];
    const before = await stage.healthy();
    await stage.rename('reads', 'operation_pages', 'operation_pages_gone');
    const [id = ''] = await triggerAll(stage);
    const first = await counted('runs_total', 1, ...failed);
    const many = await counted('runs_total', stage.sum(first, 'runs_total', ...failed) + 5, ...failed);
    const said = await stage.firstCommandOf('CausewayRunsFail');
    expect(said).toContain(`"operationId":"${id}"`);
    expect(said).toMatch(/no such table: operation_pages/);
    await stage.rename('reads', 'operation_pages_gone', 'operation_pages');
    expect((await stage.builder.finished(id, PATIENCE)).status).toBe('success');
    stage.walks.push({ alerts: ['CausewayRunsFail'], scrapes: [before, first, many] });
  });

  it('CausewayDatabaseSlow: something else holds the lock of the databases', async () => {
    const before = await stage.healthy();
    const p95 = (scraped: Scrape) => {
      const [all, within] = ['count', 'bucket'].map((part) =>
        stage.sum(scraped, `db_query_duration_seconds_${part}`, part === 'bucket' ? 'le="0.5"' : ''),
      ) as [number, number];
      return { all, slow: all - within };
    };
    const lock = async (service: string) => {
      await stage.inDatabase(service, (db) => db.transaction(() => sleep(HELD))).catch(() => undefined);
    };
    let slow = before;
    const [was] = [p95(before)];
    await eventually(async () => {
      await lock('reads');
      slow = await stage.scrape();
      const now = p95(slow);
      expect(now.slow - was.slow).toBeGreaterThan((now.all - was.all) * 0.06);
    }, PATIENCE);
    expect(await stage.firstCommandOf('CausewayDatabaseSlow')).toMatch(/query_duration_seconds_bucket\{le="0.5"\} \d+/);
    stage.walks.push({ alerts: ['CausewayDatabaseSlow'], scrapes: [before, slow] });
  });

  itPromtool('are those of alerts that fire on what the platform served, and not before', (promtool) => {
    expect(stage.walks.flatMap(({ alerts }) => alerts)).toHaveLength(2);
    expectAlerts(promtool, stage.walks);
  });
});
