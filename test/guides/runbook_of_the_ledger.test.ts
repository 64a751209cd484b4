import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { itWithPromtool } from '../deploy/promtool.ts';
import { eventually } from '../support/eventually.ts';
import { makeDue } from '../support/make_due.ts';
import { environmentOf } from '../support/mutated_environment.ts';
import { expectAlerts, type RunbookStage, startRunbookStage } from './runbook_stage.ts';

const TIMEOUT_MS = 120_000;
const itPromtool = itWithPromtool();

/** No fault from outside makes it: it is a bug of Causeway, so the platform runs with one. */
describe('the runbook of the ledger', () => {
  const bug = { without: 'uncounted' };
  let stage: RunbookStage;

  beforeAll(async () => {
    stage = await startRunbookStage({ CAUSEWAY_READS_SCHEDULER_POLL_MS: '500', ...environmentOf(bug.without) });
  });
  afterAll(() => stage?.stop());

  it('CausewayLedgerMismatch: records that are delivered already are not counted as skipped', async () => {
    const { builder, integrationId, installationId } = stage;
    await eventually(async () => expect(await makeDue(stage.platform, installationId)).toBe(3), TIMEOUT_MS);
    await builder.allFinished(integrationId, installationId, 3, TIMEOUT_MS);
    // A read asks again for what changed shortly before the last one: so these come twice.
    stage.sandbox.control.addRecords('contacts', 5);
    await makeDue(stage.platform, installationId, 'contacts');
    await builder.allFinished(integrationId, installationId, 4, TIMEOUT_MS);
    const before = await stage.healthy();
    await makeDue(stage.platform, installationId, 'contacts');
    const wrong = await stage.scrapedWhen((scraped) => stage.sum(scraped, 'ledger_mismatches_total') > 0);
    expect(await stage.firstCommandOf('CausewayLedgerMismatch')).toMatch(
      /"operationId":"[\w-]+".*"fetched":\d+,"mapped":\d+.*"msg":"ledger mismatch"/,
    );
    stage.walks.push({ alerts: ['CausewayLedgerMismatch'], scrapes: [before, wrong] });
  });

  itPromtool('is that of an alert that fires on what the platform served, and not before', (promtool) => {
    expectAlerts(promtool, stage.walks);
  });
});
