import { join } from 'node:path';
import process from 'node:process';
import { type ServiceGroup, startServiceGroup } from '../../scripts/services/service_group.ts';
import { startBackfill } from './backfill.ts';
import { type Violation, violationsIn } from './checker.ts';
import { startCrashLab } from './crash_lab.ts';
import type { Stage } from './faults.ts';
import { type Kill, reportRun } from './report.ts';
import { type Patience, settled } from './settled.ts';

type Run = {
  name: string;
  records: number;
  /** Settings besides those of every crash test. */
  environment?: NodeJS.ProcessEnv;
  /** The faults during the read, whose pages come as it opens the gate; returns the kills. */
  trouble(stage: Stage): Promise<Kill[]>;
  patience?: Patience;
};

/** One read by the services form with two replicas of reads, with faults; returns the violations. */
export async function runServices({
  name,
  records,
  environment = {},
  trouble,
  patience,
}: Run): Promise<{ violations: Violation[]; kills: Kill[] }> {
  const start = performance.now();
  const lab = await startCrashLab({ records });
  let group: ServiceGroup | undefined;
  try {
    group = await startServiceGroup({
      dataDir: join(lab.dir, 'group'),
      port: 0,
      replicas: { reads: 2 },
      revive: false,
      environment: { ...process.env, CAUSEWAY_GATEWAY_RATE_LIMITS: '0', ...lab.environment, ...environment },
    });
    const backfill = await startBackfill(group.ready, lab);
    const kills = await trouble({ lab, group, backfill });
    lab.gate.open(lab.pages);
    await settled(backfill, lab, patience);
    const violations = violationsIn(lab.ledger(), lab.promised);
    reportRun(name, kills, lab.ledger(), violations, performance.now() - start);
    return { violations, kills };
  } finally {
    await group?.stop();
    await lab.stop();
  }
}
