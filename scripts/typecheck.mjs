// `npm run typecheck`: checks the types of all code, tests included, and writes nothing; scripts/build.mjs writes
// dist/. It runs `npx tsc`, and then checks test/browser, whose types are in test/tools.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { ensureTools } from './tools.mjs';

ensureTools();
const statuses = ['tsconfig.json', 'web/tsconfig.json', 'test/browser/tsconfig.json'].map(
  (project) =>
    spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project, ...process.argv.slice(2)], {
      stdio: 'inherit',
    }).status,
);
process.exit(statuses.find((status) => status !== 0) ?? 0);
