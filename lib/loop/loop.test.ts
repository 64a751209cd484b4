import { describe, expect, it } from '@jest/globals';
import { type Log, silentLog } from '../log/log.ts';
import type { Timer } from '../time/timer.ts';
import { backOffMs } from './back_off.ts';
import { type LoopOptions, type RunRound, startLoop } from './loop.ts';

/** A timer whose waits end when the test says so, and the waits that are under way. */
function manualTimer() {
  const waits: { ms: number; end(): void }[] = [];
  const timer: Timer = {
    now: () => 0,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const leave = () => void waits.splice(waits.indexOf(wait), 1);
        const end = () => {
          leave();
          resolve();
        };
        const abort = () => {
          leave();
          reject(new Error('aborted'));
        };
        const wait = { ms, end };
        waits.push(wait);
        signal?.addEventListener('abort', abort);
        if (signal?.aborted) abort();
      }),
  };
  return { timer, waits };
}

/** Enough turns of the event loop for some rounds, however busy the machine is. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
}

function start(round: RunRound, more: Partial<LoopOptions> = {}) {
  const { timer, waits } = manualTimer();
  const loop = startLoop({ name: 'test', round, everyMs: 10_000, log: silentLog, timer, random: () => 1, ...more });
  return { loop, waits };
}

/** A log that remembers its lines, or fails. */
function rememberingLog(fails = false) {
  const lines: string[] = [];
  const note = (msg: string) => {
    lines.push(msg);
    if (fails) throw new Error('no space left on device');
  };
  return { lines, log: { ...silentLog, warn: note, info: note } satisfies Log };
}

describe('a loop', () => {
  it('waits the interval from the end of a round to the start of the next', async () => {
    let rounds = 0;
    const { loop, waits } = start(async () => void (rounds += 1));
    await turns();
    expect([rounds, waits.map(({ ms }) => ms)]).toEqual([1, [10_000]]);
    waits[0]?.end();
    await turns();
    expect([rounds, waits.length]).toEqual([2, 1]);
    await loop.stop();
    expect([rounds, waits.length]).toEqual([2, 0]);
  });

  it('goes on at once while there is more, and waits as long as a round asks for', async () => {
    const answers = [true, true, 70, false];
    const { loop, waits } = start(async () => answers.shift() ?? false);
    await turns();
    expect(waits.map(({ ms }) => ms)).toEqual([70]);
    await loop.stop();
  });

  it('waits before the first round if it should', async () => {
    let rounds = 0;
    const { loop, waits } = start(async () => void (rounds += 1), { firstAfterMs: 30 });
    await turns();
    expect([rounds, waits.map(({ ms }) => ms)]).toEqual([0, [30]]);
    await loop.stop();
    expect(rounds).toBe(0);
  });

  it('makes one more round for any number of wakes during a round', async () => {
    let rounds = 0;
    let end = () => {};
    const { loop, waits } = start(() => {
      rounds += 1;
      return new Promise<void>((resolve) => (end = resolve));
    });
    await turns();
    for (const _ of 'abc') loop.wake();
    end();
    await turns();
    expect(rounds).toBe(2);
    end();
    await turns();
    expect([rounds, waits.length]).toEqual([2, 1]);
    const stopped = loop.stop();
    end();
    await stopped;
  });

  it('wakes after a time, too', async () => {
    let rounds = 0;
    const { loop, waits } = start(async () => void (rounds += 1));
    await turns();
    loop.wakeAfter(40);
    waits.find(({ ms }) => ms === 40)?.end();
    await turns();
    expect(rounds).toBe(2);
    await loop.stop();
  });

  it('may have thousands of such waits: none listens to the stop, and none outlasts it as a round', async () => {
    const listeners: AbortSignal[] = [];
    const { timer, waits } = manualTimer();
    const listening: Timer = {
      ...timer,
      sleep: (ms, signal) => {
        if (signal) listeners.push(signal);
        return timer.sleep(ms, signal);
      },
    };
    let rounds = 0;
    const { loop } = start(async () => void (rounds += 1), { timer: listening });
    await turns();
    const before = listeners.length;
    for (let ms = 1; ms <= 50; ms += 1) loop.wakeAfter(ms);
    expect(listeners.length).toBe(before);
    await loop.stop();
    for (const wait of [...waits]) wait.end();
    await turns();
    expect(rounds).toBe(1);
  });

  it('stop waits for the running round, whose signal aborts', async () => {
    let isAborted = false;
    let hasEnded = false;
    const { loop } = start(async (stopping) => {
      await new Promise((resolve) => stopping.addEventListener('abort', resolve));
      isAborted = stopping.aborted;
      await turns();
      hasEnded = true;
    });
    await turns();
    await loop.stop();
    expect([isAborted, hasEnded]).toEqual([true, true]);
  });

  it('waits longer after each error, a wake does not shorten that, and says it once per change', async () => {
    const { log, lines } = rememberingLog();
    const fates = ['error', 'error', 'fine', 'fine'];
    const { loop, waits } = start(
      async () => {
        if (fates.shift() === 'error') throw new Error('no database');
      },
      { log, everyMs: 800 },
    );
    await turns();
    loop.wake();
    await turns();
    expect(waits.map(({ ms }) => ms)).toEqual([500]);
    waits[0]?.end();
    await turns();
    expect(waits.map(({ ms }) => ms)).toEqual([1_000]);
    waits[0]?.end();
    await turns();
    expect(fates).toEqual([]);
    expect(waits.map(({ ms }) => ms)).toEqual([800]);
    expect(lines).toEqual(['background work failed, trying again', 'background work succeeds again']);
    await loop.stop();
  });

  it('says it again when the cause changes, and now and then while it lasts', async () => {
    const { log, lines } = rememberingLog();
    const fates = ['no database', 'no database', 'no memory', ...Array.from({ length: 9 }, () => 'no memory')];
    const { loop, waits } = start(
      async () => {
        const message = fates.shift();
        if (message) throw new Error(message);
      },
      { log },
    );
    const linesAfter: number[] = [];
    for (await turns(); fates.length > 0; await turns()) {
      linesAfter.push(lines.length);
      waits[0]?.end();
    }
    expect(linesAfter).toEqual([1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3]);
    await loop.stop();
  });

  it('survives an error that is thrown at once, and one of its own log line', async () => {
    const { log, lines } = rememberingLog(true);
    let rounds = 0;
    const { loop, waits } = start(
      () => {
        rounds += 1;
        if (rounds === 1) throw new Error('at once');
        return Promise.resolve();
      },
      { log },
    );
    await turns();
    waits[0]?.end();
    await turns();
    expect([rounds, lines.length]).toEqual([2, 2]);
    await loop.stop();
  });

  it('backs off up to the interval or 2 s, with jitter', () => {
    const waits = (everyMs: number, random: number) => [1, 2, 3, 4, 40].map((n) => backOffMs(n, everyMs, () => random));
    expect(waits(200, 1)).toEqual([200, 400, 800, 1_600, 2_000]);
    expect(waits(60_000, 1)).toEqual([500, 1_000, 2_000, 4_000, 60_000]);
    expect(waits(60_000, 0)).toEqual([250, 500, 1_000, 2_000, 30_000]);
  });
});
