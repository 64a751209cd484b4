import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../lib/ids/ids.ts';
import { silentLog } from '../../../lib/log/log.ts';
import { aDestination } from '../../../test/contract/notifications_replica.ts';
import { eventually } from '../../../test/support/eventually.ts';
import type { ClaimedDelivery } from '../deliveries/delivery.ts';
import { startDeliveryWorker } from './delivery_worker.ts';

const destination = aDestination();
const fine = { result: 'delivered' as const, status: 200, error: null, startTime: 1, endTime: 2 };

function due(): ClaimedDelivery {
  const ids = { id: newId(), projectId: newId(), destinationId: destination.id, sourceId: newId() };
  return { ...ids, source: 'read', attempt: 0, fence: 1, createTime: 1, claimTime: 2 };
}

describe('the worker of deliveries', () => {
  it('claims nothing while results can not be recorded, and loses none of them', async () => {
    const waiting = Array.from({ length: 40 }, due);
    const all = waiting.map(({ id }) => id);
    const recorded: string[] = [];
    let isDown = true;
    let refused = 0;
    const worker = startDeliveryWorker({
      useCases: {
        claimDeliveries: async () => {
          const deliveries = waiting.splice(0, 4);
          return { lanes: deliveries.length > 0 ? [{ destination, deliveries }] : [], afterId: '' };
        },
        recordAttempts: async (attempted) => {
          if (isDown) {
            refused += 1;
            throw new Error('the database is gone');
          }
          recorded.push(...attempted.map(({ delivery }) => delivery.id));
          return { retryDelays: [], lost: 0 };
        },
        postponeDeliveries: async () => {},
        reclaimDeliveries: async () => 0,
      },
      serve: async ({ deliveries }, report) => {
        for (const delivery of deliveries) report.attempted({ delivery, outcome: fine });
      },
      log: silentLog,
      pollMs: 5,
      maxInFlight: 64,
    });
    try {
      await eventually(async () => expect(refused).toBeGreaterThan(5));
      // Those of the first round, and those that were claimed while its results were refused.
      expect(all.length - waiting.length).toBeLessThanOrEqual(8);
      isDown = false;
      await eventually(async () => expect(recorded.toSorted()).toEqual(all.toSorted()));
    } finally {
      await worker.stop(1_000);
    }
  });
});
