// `npm run lint`: checks the lint rules and the formatting with Biome from test/tools (rules in biome.json). `npm run
// format` adds --write: it formats every file and applies the safe fixes.
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
