import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { type Instruction, instructions } from './dockerfile.ts';

/**
 * The folder /app of the image, made without a container: each stage's COPYs into a separate folder, the build run
 * there, and the packages of this clone instead of those that the image would install. Returns the folder.
 */
export function imageTree(folder: string): string {
  const stages = stagesOf(instructions(readFileSync('deploy/Dockerfile', 'utf8')));
  const build = join(folder, 'build');
  copyStage(stages.get('build') ?? [], build);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: build,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The build stage would fail:\n${stdout}${stderr}`);
  const app = join(folder, 'app');
  copyStage(stages.get('') ?? [], app);
  cpSync(join(build, 'dist'), join(app, 'dist'), { recursive: true });
  return app;
}

function stagesOf(steps: Instruction[]): Map<string, Instruction[]> {
  const stages = new Map<string, Instruction[]>();
  let stage = '';
  for (const step of steps) {
    if (step.word === 'FROM') stage = / AS (\S+)/.exec(step.rest)?.[1] ?? '';
    else stages.set(stage, [...(stages.get(stage) ?? []), step]);
  }
  return stages;
}

/** Leaves out tests, like Dockerfile.dockerignore. */
function copyStage(steps: Instruction[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const { sources, from } of steps.filter(({ word }) => word === 'COPY')) {
    if (from) continue;
    for (const source of sources) {
      cpSync(source, join(folder, source), { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
    }
  }
}
