import { describe, expect, it } from '@jest/globals';
import { afterCheckpoint, type Checkpoint } from './ledger.ts';
import type { ClaimedOperation } from './operation.ts';

const claimed = {
  id: 'o',
  pageSeq: 2,
  recordsProcessed: 200,
  bytesFetched: 1_000,
  skipped: {},
  doubt: null,
  tries: 3,
  rateLimits: 1,
  deferrals: 2,
} as ClaimedOperation;
const checkpoint: Checkpoint = {
  cursorJson: '"next"',
  isRead: false,
  pageSeq: 4,
  records: 150,
  fetched: 160,
  skipped: { alreadyDelivered: 10 },
  estimatedTotal: 900,
  lagMs: 5_000,
  doubt: '',
  bytes: 500,
  leaseMs: 6_000,
  now: 1,
};

describe('an operation after a checkpoint', () => {
  it('has the position, the sums and the doubt of its row', () => {
    expect(afterCheckpoint(claimed, checkpoint)).toMatchObject({
      ...{ id: 'o', cursorJson: '"next"', isRead: false, pageSeq: 4, lagMs: 5_000, doubt: '' },
      ...{ recordsProcessed: 350, recordsEstimatedTotal: 900, bytesFetched: 1_500, skipped: { alreadyDelivered: 10 } },
    });
  });

  it('counts its tries, rate limits and deferrals from the page on', () => {
    expect(afterCheckpoint(claimed, checkpoint)).toMatchObject({ tries: 0, rateLimits: 0, deferrals: 0 });
  });

  it('is another object: who holds the claimed one does not see the page', () => {
    afterCheckpoint(claimed, checkpoint);
    expect(claimed).toMatchObject({ pageSeq: 2, recordsProcessed: 200, skipped: {}, doubt: null, tries: 3 });
  });
});
