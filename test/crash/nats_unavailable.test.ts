import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Ready } from '../../embedded/ready.ts';
import { createApi } from '../../scripts/scenario/api.ts';
import { type ServiceGroup, startServiceGroup } from '../../scripts/services/service_group.ts';
import { type Backfill, startBackfill } from './backfill.ts';
import { isComplete, violationsIn } from './checker.ts';
import { type CrashLab, startCrashLab } from './crash_lab.ts';
import { settled } from './settled.ts';

/** A test starts NATS again only after it has checked the deliveries without NATS. So no result depends on timing. */
describe('the services form while NATS and its store are deleted', () => {
  let lab: CrashLab;
  let group: ServiceGroup;
  let backfill: Backfill;

  beforeAll(async () => {
    lab = await startCrashLab({ records: 1_500 });
    group = await startServiceGroup({
      dataDir: join(lab.dir, 'group'),
      port: 0,
      replicas: { reads: 2, notifications: 2 },
      revive: false,
      environment: { ...process.env, CAUSEWAY_GATEWAY_RATE_LIMITS: '0', ...lab.environment },
    });
    backfill = await startBackfill(group.ready, lab);
    lab.gate.open(3);
    await backfill.committed(3);
    await group.nats.kill('SIGKILL');
    lab.gate.open(lab.pages);
  });

  afterAll(async () => {
    await group?.stop();
    await lab?.stop();
  });

  it('F8: delivers every record and notification of a read', async () => {
    await until(() => isComplete(lab.ledger(), lab.promised));
    expect(violationsIn(lab.ledger(), lab.promised)).toEqual([]);
  });

  it('F8: restarts its processes, and they read on request and deliver', async () => {
    for (const { name } of group.processes) await group.restart(name);
    await triggerRead(group.ready);
    await until(() => minCopies() === 2);
    expect(maxCopies()).toBe(2);
  });

  it('F8: continues with an empty NATS, without lost or duplicate messages', async () => {
    await group.nats.restart({ wipe: true });
    await triggerRead(group.ready);
    await until(() => minCopies() === 3);
    await settled(backfill, lab);
    expect(maxCopies()).toBe(3);
    const violations = violationsIn(lab.ledger(), lab.promised);
    expect(violations.filter(({ kind }) => kind !== 'split')).toEqual([]); // a read on request is a new message
  });

  /** In how many messages each record has arrived. */
  function copies(): number[] {
    const carriers = new Map<string, Set<string>>(lab.promised.recordIds.map((id) => [id, new Set()]));
    for (const { id, status, recordIds } of lab.ledger())
      if (status < 300) for (const recordId of recordIds) carriers.get(recordId)?.add(id);
    return [...carriers.values()].map(({ size }) => size);
  }
  const minCopies = () => Math.min(...copies());
  const maxCopies = () => Math.max(...copies());
});

async function triggerRead({ baseUrl, readUrl, project, apiKey }: Ready): Promise<void> {
  const integrations = `/projects/${project.id}/integrations`;
  const [integration] = await createApi(baseUrl, apiKey).get<{ id: string }[]>(integrations);
  await createApi(readUrl, apiKey).post(`${integrations}/${integration?.id}/objects/contacts`, {
    groupRef: 'customer',
    mode: 'async',
    sinceTimestamp: '2000-01-01T00:00:00Z',
  });
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(50);
}
