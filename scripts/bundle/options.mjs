// The options that every bundle of a program has: those of the build (scripts/bundle_programs.mjs), and those of programs
// with mutations (test/mutations/bundle_woven.mjs).
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/** Not bundled: a native addon, and database drivers that knex can load and Causeway does not install. */
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

/**
 * Options of esbuild. `bundleUrl` is an expression: the URL of any file that is two folders below the root. The default
 * is the bundle's own URL, because the build writes to dist/bundled.
 */
export function bundleOptions(root, bundleUrl = 'import.meta.url') {
  return {
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.15',
    legalComments: 'none',
    external: EXTERNAL.flatMap((name) => [name, `${name}/*`]),
    banner: { js: bannerOf(bundleUrl) },
    // A quarter of the text is white space. Names are kept. Node prints the line of a thrown error, so lines are short.
    minifyWhitespace: true,
    lineLimit: 160,
    logLevel: 'warning',
  };
}

/**
 * Globals that CommonJS packages need. They are in a banner, because esbuild would treat a file with `import.meta` as
 * an ES module.
 */
function bannerOf(bundleUrl) {
  return `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url), __bundle = ${bundleUrl};`;
}

/**
 * Loads the files of packages. Defines `__dirname` for packages that read their own files, because a bundle has no
 * `__dirname`. The bundle's source map has only the name of a package's file, not its lines: with the lines the map is
 * four times as large, and the first stack trace of a process reads it.
 */
export function packageFiles(root) {
  return {
    name: 'package files',
    setup({ onLoad }) {
      onLoad({ filter: /[/\\]node_modules[/\\].*\.[cm]?js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const own = JSON.stringify(`../../${relative(root, dirname(path)).replaceAll('\\', '/')}`);
        const defined = `const __dirname = require('node:url').fileURLToPath(new URL(${own}, __bundle));`;
        const contents = `${/\b__dirname\b/.test(text) ? defined : ''}${text}\n${NAME_ONLY}`;
        return { contents, loader: 'js' };
      });
    },
  };
}

/** A source map of one position, the beginning of the file. */
const NAME_ONLY = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(
  JSON.stringify({ version: 3, sources: [''], mappings: 'AAAA' }),
).toString('base64')}`;
