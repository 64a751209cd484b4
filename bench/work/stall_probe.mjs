/**
 * Loaded into the platform's processes by `--import`: notes each time the loop was held for longer than NOTED_MS. What
 * collections of garbage took is stated apart. CAUSEWAY_BENCH_TOLD names the file for the notes, one JSON object a line:
 * `held` with the process id, when, own work and garbage in ms; `started`; and `collected` after a collection of all
 * garbage, which a SIGUSR2 asks for, with the size of the space for new objects in MB: the largest since the collection
 * before, and after this one.
 */
import { appendFileSync } from 'node:fs';
import { PerformanceObserver, performance } from 'node:perf_hooks';
import process from 'node:process';
import { setInterval, setTimeout } from 'node:timers';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 2;
const NOTED_MS = 10;
/** Collections are told of later than they happen. */
const TOLD_MS = 500;

/** Ticks after which it is looked at how much space new objects have. */
const LOOK_AFTER = 5;

const collections = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries())
    collections.push({ from: startTime, to: startTime + duration });
  collections.splice(0, collections.length - 1_000);
}).observe({ entryTypes: ['gc'] });

let last = performance.now();
let ticks = 0;
let peakYoungMb = 0;
setInterval(() => {
  ticks += 1;
  if (ticks % LOOK_AFTER === 0) peakYoungMb = Math.max(peakYoungMb, youngMb());
  const now = performance.now();
  const held = { from: last, to: now };
  last = now;
  if (now - held.from > EVERY_MS + NOTED_MS) setTimeout(() => note(held), TOLD_MS).unref();
}, EVERY_MS).unref();

function note({ from, to }) {
  const garbage = collections.reduce(
    (sum, one) => sum + Math.max(0, Math.min(one.to, to) - Math.max(one.from, from)),
    0,
  );
  tell('held', { at: performance.timeOrigin + from, ownMs: to - from - garbage, garbageMs: garbage });
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => {
  const peak = Math.max(peakYoungMb, youngMb());
  collect();
  peakYoungMb = youngMb();
  tell('collected', { peakYoungMb: peak, youngMb: peakYoungMb });
});
tell('started');

function youngMb() {
  const young = getHeapSpaceStatistics().filter(({ space_name: name }) => /^new_(large_object_)?space$/.test(name));
  return young.reduce((sum, { physical_space_size: size }) => sum + size, 0) / 1_048_576;
}

function tell(what, more = {}) {
  appendFileSync(process.env['CAUSEWAY_BENCH_TOLD'], `${JSON.stringify({ pid: process.pid, what, ...more })}\n`);
}
