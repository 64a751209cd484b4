import process from 'node:process';

/** How much is killed: enough to trust with each change, and more with `npm run test:crash`. */
export type CrashScale = { embeddedKills: number; seeds: number[] };

export function crashScale(): CrashScale {
  return process.env['CAUSEWAY_CRASH'] === 'full'
    ? { embeddedKills: 60, seeds: [1, 2, 3] }
    : { embeddedKills: 21, seeds: [1] };
}
