import process from 'node:process';
import { parseArgs } from 'node:util';
import { benchGateway } from './gateway.ts';
import { benchMemory } from './memory.ts';
import { benchRead } from './read.ts';
import type { BenchResult } from './result.ts';

const benches: Record<string, () => Promise<BenchResult>> = {
  gateway: benchGateway,
  memory: benchMemory,
  read: benchRead,
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
