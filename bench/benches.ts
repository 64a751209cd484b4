import { benchConsole } from './console.ts';
import { benchFairness } from './fairness.ts';
import { benchGateway } from './gateway.ts';
import { benchJson } from './json.ts';
import { benchLimits } from './limits.ts';
import { benchMemory } from './memory.ts';
import { benchOperations } from './operations.ts';
import { benchRead } from './read.ts';
import type { BenchResult } from './result.ts';
import { benchRetention } from './retention.ts';
import { benchSchedule } from './schedule.ts';
import { benchWrite } from './write.ts';

export const benches: Readonly<Record<string, () => Promise<BenchResult>>> = {
  console: benchConsole,
  fairness: benchFairness,
  gateway: benchGateway,
  json: benchJson,
  limits: benchLimits,
  memory: benchMemory,
  operations: benchOperations,
  read: benchRead,
  retention: benchRetention,
  schedule: benchSchedule,
  write: benchWrite,
};
