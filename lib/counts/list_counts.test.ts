import { describe, expect, it } from '@jest/globals';
import type { CountSpan, CountStore, SlotCount } from './counts.ts';
import { makeListCounts } from './list_counts.ts';

const NOW = Date.UTC(2026, 0, 3, 12, 34, 56);
const HOUR = 3_600_000;

/** Lists what it was given; the span asked for is in `spans`. */
function aWorld(found: SlotCount<'read' | 'lost'>[] = []) {
  const spans: CountSpan[] = [];
  const counts: CountStore<'read' | 'lost'> = {
    add: async () => {},
    list: async (_projectId, span) => {
      spans.push(span);
      return found;
    },
    purge: async () => 0,
  };
  return { spans, list: makeListCounts(['read', 'lost'] as const, { counts, clock: { now: () => NOW } }) };
}

const asked = (more: object = {}) => ({ projectId: 'p', since: 0, until: 0, step: '', ...more });

describe('counts over time', () => {
  it('are the last day by hours when nothing is asked, with the hour that runs', async () => {
    const { spans, list } = aWorld([{ kind: 'read', startTime: Date.UTC(2026, 0, 3, 12), happened: 7 }]);
    const slots = await list(asked());
    expect(spans).toEqual([{ since: Date.UTC(2026, 0, 2, 12), until: Date.UTC(2026, 0, 3, 13), stepMs: HOUR }]);
    expect(slots).toHaveLength(25);
    expect(slots[0]).toEqual({ startTime: Date.UTC(2026, 0, 2, 12), counts: { read: 0, lost: 0 } });
    expect(slots.at(-1)).toEqual({ startTime: Date.UTC(2026, 0, 3, 12), counts: { read: 7, lost: 0 } });
  });

  it('have whole slots around what is asked', async () => {
    const { spans, list } = aWorld();
    await list(asked({ since: Date.UTC(2026, 0, 1, 5), until: Date.UTC(2026, 0, 3), step: '1d' }));
    await list(asked({ since: Date.UTC(2026, 0, 1, 0, 7), until: Date.UTC(2026, 0, 1, 0, 11), step: '5m' }));
    expect(spans).toEqual([
      { since: Date.UTC(2026, 0, 1), until: Date.UTC(2026, 0, 3), stepMs: 24 * HOUR },
      { since: Date.UTC(2026, 0, 1, 0, 5), until: Date.UTC(2026, 0, 1, 0, 15), stepMs: HOUR / 12 },
    ]);
  });

  it('have at most 1,000 slots, and begin before they end', async () => {
    const { list } = aWorld();
    const until = Date.UTC(2026, 0, 3);
    await expect(list(asked({ since: until - 1_000 * HOUR, until }))).resolves.toHaveLength(1_000);
    await expect(list(asked({ since: until - 1_001 * HOUR, until }))).rejects.toMatchObject({
      kind: 'invalidArgument',
    });
    await expect(list(asked({ since: until, until }))).rejects.toMatchObject({ kind: 'invalidArgument' });
    await expect(list(asked({ since: NOW + HOUR }))).rejects.toMatchObject({ kind: 'invalidArgument' });
  });
});
