// `npm ci` ends here: strip the types of the tree into dist/. Plain JavaScript, because it runs before anything is
// compiled. The compiler is Babel, which jest brings along anyway and which only strips: checking the types is
// `npm run typecheck`'s work, and `npm test`'s. It builds beside dist/ and changes places at the end, so that a process
// started meanwhile never finds half of it.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import process from 'node:process';
import { transformFileSync } from '@babel/core';

/** What runs outside jest: `test/` stays source, but for the processes that its suites start and what benches share with them. */
const FOLDERS = [
  'lib',
  'protos/gen',
  'gateway',
  'services',
  'connectors',
  'embedded',
  'sandbox',
  'cli',
  'scripts',
  'bench',
];
const FILES = [
  'ready_process',
  'receiver_process',
  'delivered_records',
  'receive_body',
  'receiver_ledger',
  'webhook_verifier',
  'scheduler_process',
  'many_schedules',
  'most_in_a_second',
  'reads_fixture',
  'not_in_time',
].map((name) => `test/support/${name}.ts`);

const fresh = `dist.${process.pid}`;
const stale = `${fresh}.old`;
try {
  for (const source of [...FOLDERS.flatMap(sourcesIn), ...FILES]) compile(source);
  // What package.json calls a bin is run as it stands.
  chmodSync(join(fresh, 'cli/main.js'), 0o755);
} catch (error) {
  rmSync(fresh, { recursive: true, force: true });
  throw error;
}
const { status } = spawnSync(process.execPath, [`${fresh}/scripts/parse_ahead.js`, fresh], { stdio: 'inherit' });
if (status !== 0) {
  rmSync(fresh, { recursive: true, force: true });
  process.exit(status ?? 1);
}
if (existsSync('dist')) renameSync('dist', stale);
renameSync(fresh, 'dist');
rmSync(stale, { recursive: true, force: true });

function sourcesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((path) => join(folder, path))
    .filter((path) => path.endsWith('.ts') && !/\.(test|d)\.ts$/.test(path));
}

function compile(source) {
  const target = join(fresh, source.replace(/\.ts$/, '.js'));
  const { code, map } = transformFileSync(source, {
    configFile: false,
    babelrc: false,
    sourceMaps: true,
    sourceFileName: relative(dirname(target), source),
    presets: [['@babel/preset-typescript', { onlyRemoveTypeImports: true, rewriteImportExtensions: true }]],
  });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `${code}\n//# sourceMappingURL=${basename(target)}.map\n`);
  writeFileSync(`${target}.map`, JSON.stringify(map));
}
