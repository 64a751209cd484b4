import { describe, expect, it } from '@jest/globals';
import { type Job, runInLanes } from './lanes.mjs';

/**
 * Runs the jobs. A job ends when `end` is called with its name. `together`: for each job, the jobs that ran at the same
 * time.
 */
function started(jobs: Job[], lanes: number) {
  const ends = new Map<string, () => void>();
  const order: string[] = [];
  const together = new Map<string, string[]>();
  const done = runInLanes(jobs, lanes, ({ name }) => {
    order.push(name);
    together.set(name, [...ends.keys()]);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  });
  const end = async (name: string) => {
    ends.get(name)?.();
    ends.delete(name);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { done, end, order, together };
}

describe('jobs in lanes', () => {
  it('start in order, as many at once as there are lanes', async () => {
    const { done, end, order } = started([{ name: 'a' }, { name: 'b' }, { name: 'c' }], 2);
    expect(order).toEqual(['a', 'b']);
    await end('b');
    expect(order).toEqual(['a', 'b', 'c']);
    await Promise.all([end('a'), end('c'), done]);
  });

  it('wait for the jobs that they need, and let later jobs go first', async () => {
    const { done, end, order } = started([{ name: 'build' }, { name: 'suite', needs: ['build'] }, { name: 'lint' }], 2);
    expect(order).toEqual(['build', 'lint']);
    await end('build');
    expect(order).toEqual(['build', 'lint', 'suite']);
    await Promise.all([end('lint'), end('suite'), done]);
  });

  it('fail when they need a job that does not exist and never end', async () => {
    await expect(runInLanes([{ name: 'a', needs: ['a'] }], 2, async () => {})).rejects.toThrow('do not exist: a');
  });
});
