import process from 'node:process';
import { parseArgs } from 'node:util';
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

const benches: Record<string, () => Promise<BenchResult>> = {
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

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});
const bench = benches[positionals[0] ?? ''];
if (!bench) {
  process.stderr.write(`usage: npm run bench -- <${Object.keys(benches).join(' | ')}> [--json]\n`);
  process.exit(2);
}
const result = await bench();
process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : `${JSON.stringify(result, null, 2)}\n`);
process.exit(0);
