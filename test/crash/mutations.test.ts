import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from '@jest/globals';
import { mutatedEnvironment } from '../support/mutated_environment.ts';
import { control } from '../support/promise.ts';
import { type Violation, type ViolationKind, violationsIn } from './checker.ts';
import { freezeReader, type Stage, wipeNats } from './faults.ts';
import { runServices } from './services_run.ts';
import { PATIENCE } from './settled.ts';

const MAX_FREEZES = 6;

/**
 * Negative controls of the crash tests: with a mutation of a mechanism they rely on, the same faults must cause
 * violations.
 */
describe('the crash tests', () => {
  control('find lost records without the outbox', { without: 'outbox', timeout: 400_000 }, async () => {
    const { violations } = await runServices({
      name: 'without outbox',
      records: 1_500,
      environment: mutatedEnvironment(),
      trouble: lossOfNats,
      patience: { ...PATIENCE, whenNot: 15_000 },
    });
    expect(idsOf(violations, 'missing').length).toBeLessThan(50);
  });

  control('find records read twice without the fence', { without: 'fence', timeout: 400_000 }, async () => {
    const { violations } = await runServices({
      name: 'without fence',
      records: 1_500,
      environment: mutatedEnvironment(),
      trouble: frozenReader,
    });
    expect(idsOf(violations, 'split').length).toBeLessThan(50);
  });
});

async function lossOfNats(stage: Stage): Promise<[]> {
  stage.lab.gate.open(5);
  await stage.backfill.committed(5);
  await wipeNats(stage);
  return [];
}

/** A resumed replica may notice that its lease has passed before it looks at the page. */
async function frozenReader(stage: Stage): Promise<[]> {
  for (let tries = 1; tries <= MAX_FREEZES && !isSplit(stage); tries += 1) {
    await freezeReader(stage, 3 * tries);
    for (let looks = 0; looks < 20 && !isSplit(stage); looks += 1) await sleep(100);
  }
  return [];
}

function isSplit({ lab }: Stage): boolean {
  return idsOf(violationsIn(lab.ledger(), lab.promised), 'split').length > 0;
}

function idsOf(violations: Violation[], kind: ViolationKind): string[] {
  return violations.find((violation) => violation.kind === kind)?.ids ?? [];
}
