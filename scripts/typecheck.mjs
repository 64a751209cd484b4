// `npm run typecheck`: the compiler checks every type and writes nothing; scripts/build.mjs is what makes dist/.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { ensureTools } from './tools.mjs';

const tsc = `${ensureTools()}node_modules/typescript/bin/tsc`;
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.json', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
