// `npm ci` ends here: compile the tree into dist/. Plain JavaScript, because it runs before anything is compiled.
// It builds beside dist/ and changes places at the end, so that a process started meanwhile never finds half of it.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';

const fresh = `dist.${process.pid}`;
const stale = `${fresh}.old`;
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
run([tsc, '-p', 'tsconfig.build.json', '--outDir', fresh, '--tsBuildInfoFile', `${fresh}/.tsbuildinfo`]);
if (existsSync('dist')) renameSync('dist', stale);
renameSync(fresh, 'dist');
rmSync(stale, { recursive: true, force: true });
run(['dist/scripts/compile_catalogue.js']);

function run(args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status === 0) return;
  rmSync(fresh, { recursive: true, force: true });
  process.exit(status ?? 1);
}
