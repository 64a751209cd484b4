// Bundles the programs whose start-up time matters: `node scripts/bundle_programs.mjs <folder>`, a step of the build
// (docs/adr/0043). The bundle and its source map are in <folder>/bundled; a few lines at the program's own path start
// the bundle. All other files in the folder stay compiled file by file, because scripts and benches use them.
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { build } from 'esbuild';
import { bundleOptions, packageFiles } from './bundle/options.mjs';

const ROOT = process.cwd();
const PROGRAMS = [
  'cli/main',
  'embedded/main',
  'gateway/main',
  ...readdirSync(`${ROOT}/services`).map((service) => `services/${service}/main`),
  'sandbox/main',
];

const [folder] = process.argv.slice(2);
await bundle();
for (const program of PROGRAMS) {
  const file = `${folder}/${program}.js`;
  writeFileSync(file, starterOf(program));
  chmodSync(file, 0o755);
}

/** Writes the bundles. Code that several programs share, or that one imports later, gets its own file (`splitting`). */
function bundle() {
  return build({
    ...bundleOptions(ROOT),
    entryPoints: Object.fromEntries(PROGRAMS.map((program) => [bundleOf(program), `${program}.ts`])),
    outdir: `${folder}/bundled`,
    splitting: true,
    sourcemap: true,
    sourcesContent: false,
    plugins: [packageFiles(ROOT), asCompiled()],
  });
}

/** All bundles are in one folder, so that each finds node_modules by the same relative path. */
function bundleOf(program) {
  return program.replaceAll('/', '_');
}

/** The program at the old path. It checks the runtime first, because the bundle may fail to load on another runtime. */
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
 * Leaves rarely used modules out of the bundle; they are loaded file by file. `causeway doctor` imports the migrations
 * of every service, and traces share packages with metrics, so bundling them would split the start-up code into more
 * files.
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
