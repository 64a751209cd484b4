import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { type Violation, type ViolationKind, violationsIn } from './checker.ts';
import { freezeReader, type Stage, wipeNats } from './faults.ts';
import { runServices } from './services_run.ts';
import { PATIENCE } from './settled.ts';

/** That the crash tests notice: with what they rely on switched off, the same trouble must show. */
describe('the crash tests', () => {
  it('see what is lost when events are published once instead of kept in the outbox', async () => {
    const { violations } = await runServices({
      name: 'without outbox',
      records: 1_500,
      environment: { CAUSEWAY_TEST_DROP_OUTBOX: '1' },
      trouble: lossOfNats,
      patience: { ...PATIENCE, whenNot: 15_000 },
    });
    expect(idsOf(violations, 'missing').length).toBeGreaterThanOrEqual(50);
  }, 180_000);

  it('see what is read twice when writes do not ask whether the lease still holds', async () => {
    const { violations } = await runServices({
      name: 'without fence',
      records: 2_500,
      environment: { CAUSEWAY_TEST_DROP_FENCE: '1' },
      trouble: frozenReader,
    });
    expect(idsOf(violations, 'split').length).toBeGreaterThanOrEqual(50);
  }, 180_000);
});

async function lossOfNats(stage: Stage): Promise<[]> {
  await stage.backfill.committed(5);
  await wipeNats(stage);
  return [];
}

/** Up to three times: on a busy machine the replica that does not read may be taken for the one that does. */
async function frozenReader(stage: Stage): Promise<[]> {
  const { lab, backfill } = stage;
  await backfill.committed(3);
  for (let tries = 0; tries < 3 && !isSplit(stage); tries += 1) {
    expect(await freezeReader(stage)).toBe(true);
    await sleep(1_000);
  }
  await lab.slowDown(0);
  return [];
}

function isSplit({ lab }: Stage): boolean {
  return idsOf(violationsIn(lab.ledger(), lab.promised), 'split').length > 0;
}

function idsOf(violations: Violation[], kind: ViolationKind): string[] {
  return violations.find((violation) => violation.kind === kind)?.ids ?? [];
}
