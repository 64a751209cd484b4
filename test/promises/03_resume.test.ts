import { describe, expect, it } from '@jest/globals';
import type { Db } from '../../lib/db/open.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import type { Lab } from '../../sandbox/lab/lab.ts';
import { settings } from '../../services/reads/config.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { until } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';
import { labReads } from '../support/lab_reads.ts';
import { promise } from '../support/promise.ts';

/** Answers with this status to every token that was issued before `forget` was called. */
function forgetful(status: number) {
  let calls = 0;
  let isForgetting = false;
  return {
    calls: () => calls,
    forget: (again = true) => {
      isForgetting = again;
    },
    send(lab: Lab): SendRequest {
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

function gate(): { passed: Promise<void>; open(): void } {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

async function leasesRunOut(db: Db): Promise<void> {
  await db('operations').where({ state: 'running' }).update({ lease_until: 1 });
}

forEachEngine((engine) => {
  describe('a read that resumes', () => {
    const db = engine.suiteDatabase(migrations);

    for (const status of [400, 404, 410])
      promise(
        `starts over when the provider no longer accepts the cursor (${status}), and delivers everything`,
        { without: 'startOver' },
        async () => {
          const memory = forgetful(status);
          const reads = await labReads(db(), { send: memory.send });
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
        `starts over when the provider forgets the next page (${status}) during a page, or between pages`,
        { without: 'startOver' },
        async () => {
          const memory = forgetful(status);
          let minutes = 0;
          const clock = { now: () => Date.now() + minutes * 60_000 };
          const send = (lab: Lab): SendRequest => {
            const asked = memory.send(lab);
            return async (request) => {
              if (memory.calls() === 4) minutes += pageMinutes;
              if (memory.calls() === 5) memory.forget();
              return asked(request);
            };
          };
          const reads = await labReads(db(), { send, clock });
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

    it('fails on a bad request for a page whose cursor is fresh', async () => {
      let calls = 0;
      const send =
        (lab: Lab): SendRequest =>
        async (request) => {
          calls += 1;
          return calls === 4 ? { status: 400, headers: {}, text: '{}' } : lab.send(request);
        };
      const reads = await labReads(db(), { send });
      try {
        const id = await reads.backfill();
        await reads.run(id);
        expect(await reads.operation(id)).toMatchObject({ state: 'failure', recordsProcessed: 30 });
        expect(calls).toBe(4);
      } finally {
        await reads.stop();
      }
    });

    promise('starts over three times at most', { without: 'startOver' }, async () => {
      const memory = forgetful(410);
      const reads = await labReads(db(), { send: memory.send });
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
      'is written by one worker only, although a worker resumes that was frozen past its lease',
      { without: 'fence' },
      async () => {
        const [first, second] = [gate(), gate()];
        let calls = 0;
        const reads = await labReads(db(), {
          config: { archiveMs: 0 },
          send: (lab) => async (request) => {
            const call = (calls += 1);
            if (call === 4) await first.passed;
            if (call === 7) await second.passed;
            return lab.send(request);
          },
        });
        const run = async () => {
          const [claimed] = await reads.stores.operations.claim(1, 600_000);
          return reads.useCases.runOperation(claimed as never, new AbortController().signal);
        };
        try {
          const id = await reads.backfill();
          const paused = run();
          await until(async () => (await reads.delivered()).size === 30);
          await leasesRunOut(db());
          const taken = run();
          // Page 4 is committed, and page 6 requested, when the first worker resumes with page 4.
          await until(async () => calls === 7 && (await reads.delivered()).size >= 40);
          first.open();
          await paused;
          second.open();
          await taken;
          const counts = await reads.delivered();
          expect([...counts.values()].filter((times) => times !== 1)).toEqual([]);
          expect(counts.size).toBe(100);
          expect((await reads.operation(id)).state).toBe('success');
        } finally {
          await reads.stop();
        }
      },
    );
  });
});

it('an operation is taken over within ten seconds with the default settings', () => {
  const [lease, poll] = [settings.lease, settings.poll].map(({ fallback }) => Number(fallback));
  expect((lease as number) + (poll as number)).toBeLessThanOrEqual(7_000);
});
