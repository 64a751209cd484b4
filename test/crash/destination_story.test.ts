import process from 'node:process';
import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../support/seeded_random.ts';
import { crashScale } from './crash_scale.ts';
import type { Form } from './destination_story/story_platform.ts';
import { mend, tellStory } from './destination_story/story_steps.ts';
import { type Verdict, verdictOf } from './destination_story/story_verdict.ts';
import { startStoryWorld } from './destination_story/story_world.ts';

const { isFull, seeds } = crashScale();
const STEPS = isFull ? 60 : 16;
const forms: readonly Form[] = ['embedded', 'services'];

/**
 * Random sequences of deploys, renames, refused and failing deliveries, repairs, deletes, reads, crashes and ends of
 * the retention. At the end of each sequence, each record that the provider returned has arrived, and the counts of
 * every operation add up.
 */
describe.each(forms)('a destination in the %s form', (form) => {
  it.each(seeds)(
    'gets every record, whatever happened to it (seed %i)',
    async (seed) => expect(await story(form, seed, STEPS)).toEqual({ missing: [], sums: [] }),
    600_000,
  );
});

async function story(form: Form, seed: number, count: number): Promise<Verdict> {
  const world = await startStoryWorld(form);
  try {
    const told = await tellStory(world, seededRandom(seed), count);
    process.stdout.write(`${form}, seed ${seed}: ${told.join(', ')}\n`);
    await mend(world);
    world.receiver.checkSameIdSameBody();
    expect(world.receiver.rejected).toEqual([]);
    return await verdictOf(world);
  } finally {
    await world.stop();
  }
}
