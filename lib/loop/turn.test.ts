import { expect, it } from '@jest/globals';
import { currentTurn } from './turn.ts';

it('resumes awaited work before other work, and of each kind what paused first', async () => {
  const resumed: string[] = [];
  const turn = currentTurn();
  const paused = ['page 1', 'page 2', 'insert', 'commit'].map(async (work) => {
    const isAwaited = !work.startsWith('page');
    let pause = turn.pause(isAwaited);
    while (!pause) pause = turn.pause(isAwaited);
    await pause;
    resumed.push(work);
  });
  await Promise.all(paused);
  expect(resumed).toEqual(['insert', 'commit', 'page 1', 'page 2']);
});
