import { readFileSync, writeFileSync } from 'node:fs';
import { assetPath } from '../../lib/assets/asset_path.ts';
import type { AcceptedLoss } from './compare.ts';

type Recorded = { ratio: number; date: string; commit: string };

/** The last accepted ratio of each bench, and the losses that were accepted. */
export type BenchRecord = { ratios: Record<string, Recorded>; acceptedLosses: AcceptedLoss[] };

const FILE = 'bench/record.json';

export function readRecord(): BenchRecord {
  return JSON.parse(readFileSync(assetPath(FILE), 'utf8')) as BenchRecord;
}

export function writeRatios(ratios: BenchRecord['ratios']): void {
  const record = readRecord();
  const sorted = Object.entries({ ...record.ratios, ...ratios }).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const written = { ...record, ratios: Object.fromEntries(sorted) };
  writeFileSync(assetPath(FILE), `${JSON.stringify(written, null, 2)}\n`);
}
