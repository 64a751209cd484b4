// Bundles the pages of web/ into a folder: `node scripts/web/bundle.mjs [folder]`, dist/web by default. It is a step of
// the build; `deno task start` runs it before the server listens. The name of a bundle contains a hash of its content,
// so browsers cache it forever; files.json names the entry files of each page. The compressed forms of a bundle are
// beside it.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGES = { console: 'web/console/main.tsx', connect: 'web/connect/main.tsx' };
const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/**
 * Writes the bundles to `folder`, absolute or relative to the package. An existing bundle is not written again, because
 * its name contains a hash of its content. So a server that sends files from this folder never finds a bundle missing
 * or incomplete.
 */
export async function bundle(folder = 'dist/web') {
  const outdir = resolve(ROOT, folder);
  mkdirSync(outdir, { recursive: true });
  const { metafile, outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: PAGES,
    outdir,
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    metafile: true,
    legalComments: 'none',
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    assetNames: '[name]-[hash]',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfig: 'web/tsconfig.json',
    plugins: [operationsPlugin],
    logLevel: 'warning',
  });
  const files = outputFiles.flatMap(({ path, contents }) => formsOf(path, contents));
  for (const [path, contents] of files) if (!existsSync(path)) writeWhole(path, contents());
  writeWhole(join(outdir, 'files.json'), `${JSON.stringify(entriesOf(metafile), null, 2)}\n`);
  const current = new Set([...files.map(([path]) => path), join(outdir, 'files.json')]);
  for (const name of readdirSync(outdir))
    if (!current.has(join(outdir, name))) rmSync(join(outdir, name), { force: true });
}

/** A bundle and its compressed forms. Each is computed only if it is written. */
function formsOf(path, contents) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return [
    [path, () => contents],
    [`${path}.gz`, () => gzipSync(contents, { level: 9 })],
    [`${path}.br`, () => brotliCompressSync(contents, { params })],
  ];
}

function writeWhole(path, contents) {
  writeFileSync(`${path}.part`, contents);
  renameSync(`${path}.part`, path);
}

/**
 * The module `causeway:operations`: method, address and credential of each operation, from the public contract. The
 * credential is B when the operation accepts a builder token, and K when it accepts only a key.
 */
const operationsPlugin = {
  name: 'operations',
  setup(build) {
    build.onResolve({ filter: /^causeway:operations$/ }, ({ path }) => ({ path, namespace: 'contract' }));
    build.onLoad({ filter: /.*/, namespace: 'contract' }, () => ({
      contents: `export const operations = ${JSON.stringify(operationsOf())};`,
      loader: 'js',
    }));
  },
};

function operationsOf() {
  const document = parse(readFileSync(join(ROOT, 'gateway/openapi.yaml'), 'utf8'));
  const rows = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const { operationId, security = document.security, servers = item.servers ?? document.servers } = item[method];
      const base = servers[0].url.replace(/\/$/, '');
      const credential = security.some((one) => 'Bearer' in one) ? 'B' : 'K';
      return [operationId, [method.toUpperCase(), base + path, credential]];
    }),
  );
  return Object.fromEntries(rows);
}

function entriesOf({ outputs }) {
  const entries = Object.entries(PAGES).map(([page, entryPoint]) => {
    const [path, { cssBundle }] = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint);
    return [page, { script: nameOf(path), style: nameOf(cssBundle) }];
  });
  return Object.fromEntries(entries);
}

function nameOf(path) {
  return path.split('/').at(-1);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await bundle(process.argv[2]);
