import { describe, expect, it } from '@jest/globals';
import type { Db } from '../../lib/db/open.ts';
import { setTraits, traitsOf } from '../../lib/db/traits.ts';
import type { Send } from '../../lib/http/outbound.ts';
import { allRules } from '../../lib/rules/rules.ts';
import type { Lab } from '../../sandbox/lab/lab.ts';
import { settings } from '../../services/reads/config.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { forEachEngine } from '../support/engines.ts';
import { labReads } from '../support/lab_reads.ts';
import { promise } from '../support/promise.ts';
import { until } from '../support/reads_fixture.ts';

/** Refuses every token that it gave before `forget` was called, with this status. */
function forgetful(status: number) {
  let calls = 0;
  let isForgetting = false;
  return {
    calls: () => calls,
    forget: (again = true) => {
      isForgetting = again;
    },
    send(lab: Lab): Send {
      return async (request) => {
        calls += 1;
        const hasToken = new URL(request.url).searchParams.has('lab_page');
        if (!hasToken || !isForgetting) {
          if (!hasToken) isForgetting = false;
          return lab.send(request);
        }
        return { status, headers: { 'content-type': 'application/json' }, text: '{"message":"unknown token"}' };
      };
    },
  };
}

async function leasesRunOut(db: Db): Promise<void> {
  await db('operations').where({ state: 'running' }).update({ lease_until: 1 });
}

forEachEngine((engine) => {
  describe('a read that goes on', () => {
    const db = engine.suiteDatabase(migrations);

    for (const status of [400, 404, 410])
      promise(
        `begins again when the provider has forgotten the page (${status}), and delivers the whole`,
        { without: 'startOver' },
        async (rules) => {
          const memory = forgetful(status);
          const reads = await labReads(db(), rules, { send: memory.send });
          try {
            reads.lab.control.addFault('hubspot', { kind: '429', object: 'contacts', times: 1, afterPage: 4 });
            const id = await reads.backfill();
            await reads.run(id, 1);
            expect((await reads.operation(id)).state).toBe('parked');
            memory.forget();
            await reads.run(id);
            expect(await reads.operation(id)).toMatchObject({ state: 'success' });
            expect((await reads.delivered()).size).toBe(100);
          } finally {
            await reads.stop();
          }
        },
      );

    for (const [status, pageMinutes] of [
      [400, 1],
      [404, 0],
      [410, 0],
    ] as const)
      promise(
        `begins again when the provider forgets the next page (${status}) while a page is read, or in between`,
        { without: 'startOver' },
        async (rules) => {
          const memory = forgetful(status);
          let minutes = 0;
          const clock = { now: () => Date.now() + minutes * 60_000 };
          const send = (lab: Lab): Send => {
            const asked = memory.send(lab);
            return async (request) => {
              if (memory.calls() === 4) minutes += pageMinutes;
              if (memory.calls() === 5) memory.forget();
              return asked(request);
            };
          };
          const reads = await labReads(db(), rules, { send, clock });
          try {
            const id = await reads.backfill();
            await reads.run(id);
            expect(await reads.operation(id)).toMatchObject({ state: 'success' });
            expect((await reads.delivered()).size).toBe(100);
            const lines = await reads.useCases.listOperationLogs(reads.plan.projectId, id);
            expect(lines.filter(({ msg }) => msg.includes('reading again from the first page'))).toHaveLength(1);
          } finally {
            await reads.stop();
          }
        },
      );

    it('takes a bad request for what it is where the page was just told of', async () => {
      let calls = 0;
      const send =
        (lab: Lab): Send =>
        async (request) => {
          calls += 1;
          return calls === 4 ? { status: 400, headers: {}, text: '{}' } : lab.send(request);
        };
      const reads = await labReads(db(), allRules, { send });
      try {
        const id = await reads.backfill();
        await reads.run(id);
        expect(await reads.operation(id)).toMatchObject({ state: 'failure', recordsProcessed: 30 });
        expect(calls).toBe(4);
      } finally {
        await reads.stop();
      }
    });

    promise('begins again three times at most', { without: 'startOver' }, async (rules) => {
      const memory = forgetful(410);
      const reads = await labReads(db(), rules, { send: memory.send });
      try {
        const id = await reads.backfill();
        for (let round = 0; round < 5; round += 1) {
          reads.lab.control.addFault('hubspot', { kind: '429', object: 'contacts', times: 1, afterPage: 2 });
          await reads.run(id, 1);
          if ((await reads.operation(id)).state === 'failure') break;
          memory.forget();
        }
        expect((await reads.operation(id)).state).toBe('failure');
        const lines = await reads.useCases.listOperationLogs(reads.plan.projectId, id);
        expect(lines.filter(({ msg }) => msg.includes('reading again from the first page'))).toHaveLength(3);
      } finally {
        await reads.stop();
      }
    });

    promise(
      'is written by one worker only, though another wakes up that was paused past its lease',
      { without: 'fence' },
      async (rules) => {
        const traits = { ...traitsOf(db()) };
        setTraits(db(), { ...traits, dropFence: !rules.holds('fence') });
        let open = () => {};
        const gate = new Promise<void>((resolve) => {
          open = resolve;
        });
        let calls = 0;
        const reads = await labReads(db(), rules, {
          config: { keepPages: 0 },
          send: (lab) => async (request) => {
            calls += 1;
            if (calls === 4) await gate;
            return lab.send(request);
          },
        });
        try {
          const id = await reads.backfill();
          const [first] = await reads.stores.operations.claim(1, 10_000);
          const paused = reads.useCases.runOperation(first as never, new AbortController().signal);
          await until(async () => (await reads.delivered()).size === 30);
          await leasesRunOut(db());
          const [second] = await reads.stores.operations.claim(1, 10_000);
          const taken = reads.useCases.runOperation(second as never, new AbortController().signal);
          if (rules.holds('fence')) await taken;
          open();
          await Promise.all([paused, taken]);
          const counts = await reads.delivered();
          expect([...counts.values()].filter((times) => times !== 1)).toEqual([]);
          expect(counts.size).toBe(100);
          expect((await reads.operation(id)).state).toBe('success');
        } finally {
          setTraits(db(), traits);
          await reads.stop();
        }
      },
    );
  });
});

it('is taken over within ten seconds with the settings as they are', () => {
  const [lease, poll] = [settings.lease, settings.poll].map(({ fallback }) => Number(fallback));
  expect((lease as number) + (poll as number)).toBeLessThanOrEqual(7_000);
});
