// The last step of `npm ci`: compiles all code that runs outside jest into dist/, and checks its types. This script is
// plain JavaScript, because it runs before anything is compiled. tsconfig.build.json lists the compiled folders.
// `test/` is not compiled; code that suites share with benches or start as processes is in `testbed/`. The command line
// and the embedded form are also bundled (docs/adr/0043). The build writes to a folder beside dist/ and swaps the two
// at the end, so a process that starts during a build never finds an incomplete dist/.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import process from 'node:process';

const TSC = 'node_modules/typescript/bin/tsc';

const fresh = `dist.${process.pid}`;
const stale = `${fresh}.old`;
run([TSC, '-p', 'tsconfig.build.json', '--outDir', fresh]);
run(['scripts/bundle_programs.mjs', fresh]);
run([`${fresh}/scripts/parse_ahead.js`, fresh]);
run(['scripts/web/bundle.mjs', `${fresh}/web`]);
if (existsSync('dist')) renameSync('dist', stale);
renameSync(fresh, 'dist');
rmSync(stale, { recursive: true, force: true });

function run(args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status === 0) return;
  rmSync(fresh, { recursive: true, force: true });
  process.exit(status ?? 1);
}
