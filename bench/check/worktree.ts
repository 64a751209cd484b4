import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assetPath } from '../../lib/assets/asset_path.ts';

type Worktree = { root: string; stop(): void };

/** The code of a commit in a temporary folder, installed by its own lock and built. `stop` removes it. */
export function openWorktree(commit: string): Worktree {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-check-'));
  const root = join(folder, 'code');
  const stop = () => {
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  };
  try {
    git('worktree', 'add', '--detach', root, commit);
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error(`npm ci of ${commit} failed; see its output above.`);
    return { root, stop };
  } catch (err) {
    stop();
    throw err;
  }
}

/** The full hash of what the caller named. Throws Error when there is no such commit. */
export function commitOf(name: string): string {
  return git('rev-parse', '--verify', `${name}^{commit}`);
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: assetPath('.'), encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr.trim()}`);
  return stdout.trim();
}
