import process from 'node:process';

/** How many kills: enough for every change, and more with `npm run test:crash`. */
type CrashScale = { isFull: boolean; embeddedKills: number; seeds: number[] };

/** CAUSEWAY_CRASH=full for more kills; CAUSEWAY_CRASH_SEED=7 runs one seed, to repeat a failure. */
export function crashScale(): CrashScale {
  const { CAUSEWAY_CRASH: size, CAUSEWAY_CRASH_SEED: seed } = process.env;
  const isFull = size === 'full';
  const scale = { isFull, embeddedKills: isFull ? 60 : 12, seeds: isFull ? [1, 2, 3] : [1] };
  return seed ? { ...scale, seeds: [Number(seed)] } : scale;
}
