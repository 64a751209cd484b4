import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import { exchange } from '../../connectors/engine/answer/exchange.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import type { Db } from '../../lib/db/open.ts';
import { stringifyJsonInTurns } from '../../lib/json/json.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { aReadPlan, type ReadsFixture, readsFixture, recordIds } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';

const RECORDS = 2_000;
/** At most eight pages are being committed, eight are ready, and one is being fetched. */
const MAX_AHEAD = 17;
/** A reader counts as blocked after this many idle turns of the event loop. */
const TURNS_AT_REST = 200;
/** Records of an answer that takes a second of work. */
const HEAVY_PAGE = 100;
/** Another installation reads so many meanwhile. */
const LIGHT_PAGES = 3;

const LARGE = {
  records: `[${`{"a":[${'1.0,'.repeat(40)}1.0]},`.repeat(20_000)}{}]`,
  'lists in a record': `[{"a":[${`[${'1.0,'.repeat(90_000)}1],`.repeat(10)}1]}]`,
  'long strings': `[${`"${'☃'.repeat(100_000)}",`.repeat(40)}1]`,
};

describe.each(Object.entries(LARGE))('14. an answer with %s', (_shape, large) => {
  promise('S12: is read and written while the answers to other reads are', { without: 'boundedTurns' }, async () => {
    const ended: string[] = [];
    const provider = { name: 'acme', displayName: 'Acme' } as Provider;
    async function read(name: string, text: string): Promise<void> {
      const send = async () => {
        await setImmediate();
        return { status: 200, headers: {}, text };
      };
      const { body } = await exchange(provider, { method: 'GET', url: 'https://acme.example/' }, send, 0);
      await setImmediate();
      expect(await stringifyJsonInTurns(body)).toBe(text);
      ended.push(name);
    }
    await Promise.all([read('large', large), read('small', '[{"a":1.0}]')]);
    expect(ended).toEqual(['small', 'large']);
  });
});

/** `npm run bench -- memory` measures the memory of a million records; this suite shows what bounds it. */
forEachEngine((engine) => {
  describe('14. a read', () => {
    const db = engine.suiteDatabase(migrations);
    let reads: ReadsFixture | undefined;
    const plan = aReadPlan({ pageSize: 50 });

    beforeEach(async () => {
      for (const table of ['schedules', 'operations', 'operation_pages', 'messages', 'turns']) await db()(table).del();
    });
    afterEach(() => reads?.stop());

    promise(
      'is never more than a few pages ahead of the commits, even with a slow database',
      { without: 'bounded' },
      async () => {
        await reads?.stop();
        reads = await readsFixture(db(), { plans: [plan], sandbox: { records: RECORDS }, config: { archiveMs: 0 } });
        const fixture = reads;
        let asked = 0;
        let ahead = 0;
        let committed = 0;
        const { isAtWork, during } = workOf(db());
        const send: typeof fixture.send = (request) => {
          asked += 1;
          ahead = Math.max(ahead, asked - committed);
          return during(fixture.send(request));
        };
        /** The database blocks until the reader has fetched as much as it will; no clock is involved. */
        async function readerStands(): Promise<void> {
          for (let turns = 0; turns < TURNS_AT_REST && ahead <= MAX_AHEAD; turns += 1) {
            await setImmediate();
            if (isAtWork()) turns = 0;
          }
        }
        const stores = {
          ...fixture.stores,
          transaction: async <T>(work: Parameters<typeof fixture.stores.transaction<T>>[0]) => {
            await readerStands();
            const result = await fixture.stores.transaction(work);
            const row = await db()('operations').first('page_seq');
            committed = Number(row?.page_seq ?? 0);
            return result;
          },
        };
        await trigger(fixture);
        await fixture.runDue(fixture.useCasesWith(send, { stores }));
        expect(new Set(recordIds(await fixture.messages())).size).toBe(RECORDS);
        expect(ahead).toBeLessThanOrEqual(MAX_AHEAD);
      },
    );

    promise(
      'S12: of another installation goes on while a heavy answer is read',
      { without: 'boundedTurns' },
      async () => {
        const heavy = aReadPlan({ objectName: 'companies', mappedObjectName: 'firm', pageSize: HEAVY_PAGE });
        await reads?.stop();
        const plans = [plan, heavy];
        reads = await readsFixture(db(), { plans, sandbox: { records: 2 * HEAVY_PAGE }, config: { archiveMs: 0 } });
        const { send, useCasesWith, runDue } = reads;
        const asked: string[] = [];
        let answered = () => {};
        const isAnswered = new Promise<void>((resolve) => {
          answered = resolve;
        });
        const recorded: typeof send = async (request) => {
          const isHeavy = request.url.includes('/companies');
          if (!isHeavy) await isAnswered;
          asked.push(isHeavy ? 'heavy' : 'light');
          const response = await send(request);
          if (!isHeavy || asked.filter((one) => one === 'heavy').length > 1) return response;
          answered();
          return { ...response, text: response.text.replaceAll('"id":', `"more":[${'1.0,'.repeat(20_000)}1],"id":`) };
        };
        await trigger(reads);
        await trigger(reads, heavy);
        await runDue(useCasesWith(recorded));
        const between = asked.slice(asked.indexOf('heavy') + 1, asked.lastIndexOf('heavy'));
        expect(between.length).toBeGreaterThanOrEqual(LIGHT_PAGES);
      },
    );

    async function trigger({ useCases }: ReadsFixture, { projectId, integrationId, mappedObjectName } = plan) {
      const span = { sinceTimestamp: '', untilTimestamp: '' };
      return useCases.triggerRead({
        projectId,
        integrationId,
        groupRef: 'acme',
        objectName: mappedObjectName,
        ...span,
      });
    }
  });
});

/** Whether a call or a statement is in progress. */
function workOf(db: Db) {
  const statements = new Set<string>();
  let calls = 0;
  // Statements that begin or end a transaction have no id; they are not the reader's.
  db.on('query', ({ __knexQueryUid: id }: { __knexQueryUid?: string }) => id !== undefined && statements.add(id));
  for (const end of ['query-response', 'query-error'])
    db.on(end, (...told: unknown[]) => {
      for (const one of told) statements.delete((one as { __knexQueryUid?: string } | null)?.__knexQueryUid ?? '');
    });
  return {
    isAtWork: () => calls > 0 || statements.size > 0,
    during<T>(call: Promise<T>): Promise<T> {
      calls += 1;
      return call.finally(() => {
        calls -= 1;
      });
    },
  };
}
