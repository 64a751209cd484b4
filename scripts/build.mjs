// `npm ci` ends here: compile the tree into dist/. Plain JavaScript, because it runs before anything is compiled.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';

rmSync('dist', { recursive: true, force: true });
rmSync('node_modules/.cache/tsc/build.tsbuildinfo', { force: true });
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
const compiled = spawnSync(process.execPath, ['dist/scripts/compile_catalogue.js'], { stdio: 'inherit' });
process.exit(compiled.status ?? 1);
