import { describe, expect } from '@jest/globals';
import type { SendRequest } from '../../lib/http/outbound.ts';
import type { Lab } from '../../sandbox/lab/lab.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { forEachEngine } from '../support/engines.ts';
import { labReads } from '../support/lab_reads.ts';
import { promise } from '../support/promise.ts';

/** Returns a new token each time, and always the first page. */
function newTokenSamePage(lab: Lab): SendRequest {
  let calls = 0;
  return async (request) => {
    calls += 1;
    const url = new URL(request.url);
    url.searchParams.delete('lab_page');
    const answer = await lab.send({ ...request, url: url.href });
    return { ...answer, text: answer.text.replace(/lab_page=[^"&]+/, `lab_page=t${calls}`) };
  };
}

forEachEngine((engine) => {
  describe('the end of a read', () => {
    const db = engine.suiteDatabase(migrations);

    promise('is never a short or an empty page that has a next page', { without: 'wayOn' }, async () => {
      const reads = await labReads(db());
      try {
        reads.lab.control.addFault('hubspot', { kind: 'short-page', object: 'contacts', times: 3 });
        reads.lab.control.addFault('hubspot', { kind: 'empty-page', object: 'contacts', times: 2, afterPage: 4 });
        const id = await reads.backfill();
        await reads.run(id);
        expect((await reads.operation(id)).state).toBe('success');
        expect((await reads.delivered()).size).toBe(100);
      } finally {
        await reads.stop();
      }
    });

    for (const [name, trouble] of [
      ['the same next token', undefined],
      ['another token for the same page', newTokenSamePage],
    ] as const)
      promise(
        `is soon a failure with its own name when the provider gives ${name}`,
        { without: 'circles' },
        async () => {
          const reads = await labReads(db(), { config: { maxPages: 40 }, ...(trouble && { send: trouble }) });
          try {
            if (!trouble)
              reads.lab.control.addFault('hubspot', { kind: 'repeat-page', object: 'contacts', times: 1_000 });
            const id = await reads.backfill();
            const starts = await reads.run(id);
            const operation = await reads.operation(id);
            expect(operation).toMatchObject({ state: 'failure', result: expect.stringMatching(/Circular paging/) });
            expect(starts).toBeLessThanOrEqual(5);
            expect(operation.recordsProcessed).toBeLessThanOrEqual(100);
          } finally {
            await reads.stop();
          }
        },
      );

    for (const [setting, config] of [
      ['CAUSEWAY_READS_MAX_PAGES', { maxPages: 4 }],
      ['CAUSEWAY_READS_MAX_BYTES', { maxBytes: 5_000 }],
      ['CAUSEWAY_READS_MAX_TIME_MS', { maxTimeMs: 1 }],
    ] as const)
      promise(
        `is a failure with its own name when the budget of ${setting} is used up`,
        { without: 'budgets' },
        async () => {
          const reads = await labReads(db(), { records: 300, config });
          try {
            const id = await reads.backfill();
            await reads.run(id);
            const operation = await reads.operation(id);
            expect(operation).toMatchObject({ state: 'failure', result: expect.stringContaining(setting) });
            expect(operation.recordsProcessed).toBeLessThan(300);
          } finally {
            await reads.stop();
          }
        },
      );

    promise('includes the counts from before a restart', { without: 'budgets' }, async () => {
      const reads = await labReads(db(), { records: 300, config: { maxBytes: 1_000_000_000 } });
      try {
        reads.lab.control.addFault('hubspot', { kind: '500', object: 'contacts', times: 1, afterPage: 4 });
        const id = await reads.backfill();
        await reads.run(id, 1);
        const before = await reads.operation(id);
        const [row] = await db()('operations').where({ id }).select('bytes_fetched');
        expect(row.bytes_fetched).toBeGreaterThan(1_000);
        await db()('operations').where({ id }).update({ bytes_fetched: 2_000_000_000 });
        await reads.run(id);
        const { state, recordsProcessed } = await reads.operation(id);
        expect({ state, recordsProcessed }).toEqual({ state: 'failure', recordsProcessed: before.recordsProcessed });
      } finally {
        await reads.stop();
      }
    });
  });
});
