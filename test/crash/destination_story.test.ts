import process from 'node:process';
import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../support/seeded_random.ts';
import { crashScale } from './crash_scale.ts';
import type { Form } from './destination_story/story_platform.ts';
import { mend, tellSteps, tellStory } from './destination_story/story_steps.ts';
import { type Verdict, verdictOf } from './destination_story/story_verdict.ts';
import { type StoryWorld, startStoryWorld } from './destination_story/story_world.ts';

const { isFull, seeds } = crashScale();
const STEPS = isFull ? 60 : 16;
const forms: readonly Form[] = ['embedded', 'services'];
const MISSED = ['read', 'refuse', 'read', 'wait', 'recover'];
const NOTHING_WRONG: Verdict = { missing: [], sums: [] };

/**
 * Random sequences of deploys, renames, refused and failing deliveries, repairs, deletes, reads, crashes and ends of
 * the retention. At the end of each sequence, each record that the provider returned has arrived, and the counts of
 * every operation add up.
 */
describe.each(forms)('a destination in the %s form', (form) => {
  it.each(seeds)(
    'gets every record, whatever happened to it (seed %i)',
    async (seed) => {
      const tell = (world: StoryWorld) => tellStory(world, seededRandom(seed), STEPS);
      expect(await story(form, tell, 90_000)).toEqual(NOTHING_WRONG);
    },
    600_000,
  );
});

describe('a destination that refuses everything until the retention has ended', () => {
  it('gets what it missed', async () => {
    const tell = (world: StoryWorld) => tellSteps(world, seededRandom(1), MISSED);
    expect(await story('embedded', tell, 90_000)).toEqual(NOTHING_WRONG);
  });
});

async function story(form: Form, tell: (world: StoryWorld) => Promise<string[]>, patienceMs: number): Promise<Verdict> {
  const world = await startStoryWorld(form);
  try {
    const told = await tell(world);
    process.stdout.write(`${form}: ${told.join(', ')}\n`);
    await mend(world);
    world.receiver.checkSameIdSameBody();
    expect(world.receiver.rejected).toEqual([]);
    return await verdictOf(world, patienceMs);
  } finally {
    await world.stop();
  }
}
