import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { logStore } from '../../lib/work/log_store.ts';
import { MAX_LISTED_LINES, type NumberedLine } from '../../lib/work/operation_log.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { forEachMount } from '../support/work_mounts.ts';

const NOW = 1_800_000_000_000;

forEachEngine((engine) =>
  forEachMount((mount) => {
    const db = engine.suiteDatabase(mount.migrations);
    const [projectId, operationId] = [newId(), newId()];
    const log = () => logStore(db(), mount.tables);
    const line = (at: number, msg = String(at)): NumberedLine => ({
      id: newId(),
      time: NOW + at,
      severity: 'INFO',
      msg,
    });
    const messages = async (size: { first: number; last: number }) =>
      (await log().list(projectId, operationId, size)).map(({ msg }) => msg);

    beforeEach(async () => {
      await db()(mount.tables.logs).del();
    });

    describe('the log of an operation', () => {
      promise('has its first and last lines, and says how many it omits', { without: 'workLog' }, async () => {
        await db()(mount.tables.logs).del();
        const { first, last } = MAX_LISTED_LINES;
        const lines = Array.from({ length: first + last + 40 }, (_, at) => line(at));
        for (let i = 0; i < lines.length; i += 200) await log().add(projectId, operationId, lines.slice(i, i + 200));
        const listed = await messages(MAX_LISTED_LINES);
        expect(listed).toHaveLength(first + last + 1);
        expect(listed[first]).toBe('40 lines are omitted here.');
        expect([listed[0], listed.at(-1)]).toEqual(['0', String(first + last + 39)]);
      });

      it('is listed whole, and in order, while it is short', async () => {
        await log().add(
          projectId,
          operationId,
          Array.from({ length: 30 }, (_, at) => line(at)),
        );
        const all = Array.from({ length: 30 }, (_, at) => String(at));
        for (const [first, last] of [
          [10, 20],
          [30, 1],
          [31, 1],
        ] as const)
          expect(await messages({ first, last })).toEqual(all);
      });

      it('is that of one operation of one project', async () => {
        await log().addAll([
          { ...line(1, 'mine'), projectId, operationId },
          { ...line(2, 'of another operation'), projectId, operationId: newId() },
          { ...line(3, 'of another project'), projectId: newId(), operationId },
        ]);
        expect(await messages(MAX_LISTED_LINES)).toEqual(['mine']);
      });

      it('stores any text of a provider, and details', async () => {
        const given = { ...line(0, 'a\0b\ud800c'), error: 'x\0', details: { page: 3 } };
        await log().add(projectId, operationId, [given]);
        const [stored] = await log().list(projectId, operationId, MAX_LISTED_LINES);
        expect(stored).toEqual({ ...given, msg: 'ab\ufffdc', error: 'x' });
      });

      it('says whether it has a message since a time', async () => {
        await log().add(projectId, operationId, [line(0, 'Waiting for the provider.')]);
        const has = (like: string, since: number) => log().has(projectId, operationId, { like, since });
        expect([await has('Waiting%', NOW - 1), await has('Waiting%', NOW), await has('Resumed%', 0)]).toEqual([
          true,
          false,
          false,
        ]);
      });

      it('loses its old lines in bounded steps', async () => {
        await log().add(
          projectId,
          operationId,
          Array.from({ length: 10 }, (_, at) => line(at)),
        );
        expect(await log().dropOlder(NOW + 7, 5)).toBe(5);
        expect(await log().dropOlder(NOW + 7, 5)).toBe(2);
        expect(await messages(MAX_LISTED_LINES)).toEqual(['7', '8', '9']);
      });
    });
  }),
);
