// Bundles the programs that people wait for: `node scripts/bundle_programs.mjs <folder>`, a step of the build
// (docs/adr/0043). A bundle lies in <folder>/bundled with its source map; the program's own path gets a few lines that
// start it. Everything else in the folder stays as compiled: scripts, benches and processes with a mutation use it.
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';

const ROOT = process.cwd();
const PROGRAMS = [
  'cli/main',
  'embedded/main',
  'gateway/main',
  ...readdirSync(`${ROOT}/services`).map((service) => `services/${service}/main`),
  'sandbox/main',
];
/** Not bundled: a native addon, and drivers that knex knows and Causeway does not have. */
const EXTERNAL = [
  'libsql',
  'better-sqlite3',
  'mariadb',
  'mysql',
  'oracledb',
  'pg',
  'pg-query-stream',
  'sqlite3',
  'tedious',
];
/** What CommonJS packages expect to find. `import.meta` would make an ES module of a CommonJS file, so it stands here. */
const BANNER = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url), __bundle = import.meta.url;`;

const [folder] = process.argv.slice(2);
await bundle();
for (const program of PROGRAMS) {
  const file = `${folder}/${program}.js`;
  writeFileSync(file, starterOf(program));
  chmodSync(file, 0o755);
}

/** What several programs have in common, and what one imports later, lies in files of its own (`splitting`). */
function bundle() {
  return build({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(PROGRAMS.map((program) => [bundleOf(program), `${program}.ts`])),
    outdir: `${folder}/bundled`,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.15',
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    external: EXTERNAL.flatMap((name) => [name, `${name}/*`]),
    banner: { js: BANNER },
    // A quarter of the text is spaces. Names stay, and a thrown error prints its line, which stays short.
    minifyWhitespace: true,
    lineLimit: 160,
    plugins: [ownFolders(), asCompiled()],
    logLevel: 'warning',
  });
}

/** All files lie in one folder, so that each finds the packages at the same distance. */
function bundleOf(program) {
  return program.replaceAll('/', '_');
}

/** The runtime is checked first: the modules of a bundle may already fail on another one. */
function starterOf(program) {
  const up = '../'.repeat(program.split('/').length - 1);
  return `#!/usr/bin/env node
// Made by scripts/bundle_programs.mjs from ${program}.ts.
import '${up}lib/process/supported_runtime.js';
import { beforeBundle } from '${up}lib/process/before_bundle.js';
beforeBundle();
await import('${up}bundled/${bundleOf(program)}.js');
`;
}

/**
 * What is used seldom and loads its modules one by one. The checks of `causeway doctor` know the migrations of every
 * service, and traces share packages with metrics: in a bundle they would cut what every start loads into more files.
 */
function asCompiled() {
  const files = { 'doctor/doctor.ts': 'cli/doctor/doctor.js', '/otlp.ts': 'lib/telemetry/otlp.js' };
  return {
    name: 'as compiled',
    setup({ onResolve }) {
      onResolve({ filter: /\/(doctor\/doctor|otlp)\.ts$/ }, ({ path }) => {
        const [, compiled] = Object.entries(files).find(([end]) => path.endsWith(end)) ?? [];
        return compiled && { path: `../${compiled}`, external: true };
      });
    },
  };
}

/** A package that reads files of its own finds them by `__dirname`, which no bundle has. */
function ownFolders() {
  return {
    name: 'own folders',
    setup({ onLoad }) {
      onLoad({ filter: /[/\\]node_modules[/\\].*\.c?js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (!/\b__dirname\b/.test(text)) return undefined;
        const own = JSON.stringify(`../../${relative(ROOT, dirname(path)).replaceAll('\\', '/')}`);
        const contents = `const __dirname = require('node:url').fileURLToPath(new URL(${own}, __bundle));${text}`;
        return { contents, loader: 'js' };
      });
    },
  };
}
