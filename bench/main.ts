import process from 'node:process';
import { parseArgs } from 'node:util';
import { startOrExplain } from '../lib/process/explain_start.ts';
import { benches } from './benches.ts';
import { check } from './check/check.ts';
import { faultsOf } from './result.ts';

const { positionals, values } = await startOrExplain(async () =>
  parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, record: { type: 'boolean', default: false } },
  }),
);
const [name = '', ...others] = positionals;
const bench = benches[name];
if (bench) {
  const result = await bench();
  process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : `${JSON.stringify(result, null, 2)}\n`);
  const faults = faultsOf(result);
  for (const fault of faults) process.stderr.write(`bench ${name} failed: ${fault}\n`);
  process.exit(faults.length === 0 ? 0 : 1);
}
const [commit, ...chosen] = others;
if (name !== 'check' || !commit || chosen.some((other) => !benches[other])) {
  const names = Object.keys(benches).join(' | ');
  process.stderr.write(`usage: npm run bench -- <${names}> [--json]\n`);
  process.stderr.write('       npm run bench -- check <commit> [bench ...] [--record]\n');
  process.exit(2);
}
process.exit((await check(commit, chosen, { record: values.record })) ? 0 : 1);
