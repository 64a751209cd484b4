// `npm run lint`: the linter's rules and the formatter's layout, both by Biome from test/tools (biome.json says which).
// `npm run format` is the same with --write: it lays out every file and mends what can be mended safely.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { ensureTools } from './tools.mjs';

const biome = `${ensureTools()}node_modules/.bin/biome`;
const args = [
  'check',
  '--max-diagnostics=100',
  '--diagnostic-level=warn',
  '--error-on-warnings',
  ...process.argv.slice(2),
];
const { status } = spawnSync(biome, args, { stdio: ['ignore', 'inherit', 'inherit'] });
process.exit(status ?? 1);
