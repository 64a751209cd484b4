import { beforeEach, describe, expect, it } from '@jest/globals';
import { SLOT_MS } from '../../lib/counts/counts.ts';
import { newId } from '../../lib/ids/ids.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { sqlStores } from '../../services/reads/stores.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';

const START = 1_800_000_000_000;
const HOUR = 3_600_000;
const [PROJECT, OTHER] = [newId(), newId()];

forEachEngine((engine) => {
  describe('the store of counts', () => {
    const db = engine.suiteDatabase(migrations);
    const store = () => sqlStores(db()).counts;
    const listed = async (span: { since: number; until: number; stepMs: number }) =>
      (await store().list(PROJECT, span)).toSorted((a, b) => a.startTime - b.startTime || (a.kind < b.kind ? -1 : 1));
    beforeEach(() => db()('counts').del());

    it('sums by slot and kind, for one project, from since to before until', async () => {
      await store().add(PROJECT, START - 1, { fetched: 100 });
      await store().add(PROJECT, START, { fetched: 1, delivered: 2 });
      await store().add(PROJECT, START + SLOT_MS, { fetched: 10, undelivered: 0 });
      await store().add(PROJECT, START + HOUR, { fetched: 1_000 });
      await store().add(PROJECT, START + 2 * HOUR, { fetched: 100_000 });
      await store().add(OTHER, START, { fetched: 10_000 });
      expect(await listed({ since: START, until: START + 2 * HOUR, stepMs: HOUR })).toEqual([
        { kind: 'delivered', startTime: START, happened: 2 },
        { kind: 'fetched', startTime: START, happened: 11 },
        { kind: 'fetched', startTime: START + HOUR, happened: 1_000 },
      ]);
    });

    promise(
      'loses nothing when many transactions of one project count at once',
      { without: 'lastCountOnly' },
      async () => {
        await Promise.all(
          Array.from({ length: 60 }, () =>
            sqlStores(db()).transaction(async (s) => {
              await s.counts.add(PROJECT, START, { fetched: 3, delivered: 2, undelivered: 1 });
            }),
          ),
        );
        expect(await listed({ since: START, until: START + HOUR, stepMs: HOUR })).toEqual([
          { kind: 'delivered', startTime: START, happened: 120 },
          { kind: 'fetched', startTime: START, happened: 180 },
          { kind: 'undelivered', startTime: START, happened: 60 },
        ]);
      },
    );

    it('counts nothing of a transaction that fails', async () => {
      const failing = sqlStores(db()).transaction(async (s) => {
        await s.counts.add(PROJECT, START, { fetched: 3 });
        throw new Error('undone');
      });
      await expect(failing).rejects.toThrow('undone');
      expect(await listed({ since: 0, until: START + HOUR, stepMs: HOUR })).toEqual([]);
    });

    it('deletes what is older, and no more', async () => {
      for (const time of [START, START + SLOT_MS, START + 2 * SLOT_MS])
        await store().add(PROJECT, time, { fetched: 1 });
      expect(await store().purge(START + 2 * SLOT_MS, 1)).toBe(1);
      expect(await store().purge(START + 2 * SLOT_MS, 10)).toBe(1);
      expect(await store().purge(START + 2 * SLOT_MS, 10)).toBe(0);
      expect(await listed({ since: 0, until: START + HOUR, stepMs: SLOT_MS })).toEqual([
        { kind: 'fetched', startTime: START + 2 * SLOT_MS, happened: 1 },
      ]);
    });
  });
});
