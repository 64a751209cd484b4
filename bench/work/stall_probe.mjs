/**
 * Loaded into the platform's processes by `--import`: notes each time the loop was held for longer than NOTED_MS. What
 * collections of garbage took is stated apart. Each line of the file: process id, when, own work and garbage in ms.
 */
import { appendFileSync } from 'node:fs';
import { PerformanceObserver, performance } from 'node:perf_hooks';
import process from 'node:process';
import { setInterval, setTimeout } from 'node:timers';

const EVERY_MS = 2;
const NOTED_MS = 10;
/** Collections are told of later than they happen. */
const TOLD_MS = 500;

const collections = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries())
    collections.push({ from: startTime, to: startTime + duration });
  collections.splice(0, collections.length - 1_000);
}).observe({ entryTypes: ['gc'] });

let last = performance.now();
setInterval(() => {
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
  const line = { pid: process.pid, at: performance.timeOrigin + from, ownMs: to - from - garbage, garbageMs: garbage };
  appendFileSync(process.env['CAUSEWAY_BENCH_STALLS'], `${JSON.stringify(line)}\n`);
}
