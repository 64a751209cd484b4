import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { promise } from '../support/promise.ts';
import { seededRandom } from '../support/seeded_random.ts';
import type { Form, StoryPlatform } from './story_platform.ts';
import { endStory, randomSteps, tellSteps } from './story_steps.ts';
import { isRight, NOTHING_WRONG, type Verdict, verdictOf } from './story_verdict.ts';
import { type StoryWorld, startPlatformOfStories, startStoryWorld } from './story_world.ts';

/** CAUSEWAY_STORIES=full tells more and longer ones (`npm run test:stories`); CAUSEWAY_STORY_SEED=7, or 1-10, tells those. */
const { CAUSEWAY_STORIES: size, CAUSEWAY_STORY_SEED: only } = process.env;
const isFull = size === 'full';
const STEPS = isFull ? 40 : 14;
const AT_ONCE = 10;
const SEEDS = seedsIn(only || (isFull ? '1-40' : '1-10'));
const forms: readonly Form[] = ['embedded', 'services'];

/**
 * Random stories about one installation each: records change while they are read, the provider fails, the receiver
 * refuses, fails or hangs, the destination is renamed, mended or replaced, mappings and configs change, reads are paused,
 * the retention ends, processes are killed. In the end each version that a successful read returned was delivered or is
 * named as undelivered, each sum is that of the provider's and the receivers' own books, and nothing is held.
 */
describe.each(forms)('the stories of the %s form', (form) => {
  let platform: StoryPlatform;
  const verdicts = new Map<number, Promise<Verdict>>();
  beforeAll(async () => {
    platform = await startPlatformOfStories(form);
  }, 300_000);
  afterAll(async () => {
    await Promise.allSettled(verdicts.values());
    await platform?.stop();
  }, 300_000);

  /** Stories are told together, because most of their time is waiting, and a kill hits all of them. */
  async function tellGroup(seeds: readonly number[]): Promise<void> {
    const worlds = await Promise.all(
      seeds.map((seed) => startStoryWorld(platform, `story${seed}`, seededRandom(seed))),
    );
    for (const [at, seed] of seeds.entries()) {
      const verdict = story(worlds[at] as StoryWorld, seed);
      // It may be rejected before its own test awaits it.
      verdict.catch(() => {});
      verdicts.set(seed, verdict);
    }
  }

  it.each(SEEDS)(
    'lose nothing and leave nothing behind (seed %i)',
    async (seed) => {
      const start = SEEDS.indexOf(seed) - (SEEDS.indexOf(seed) % AT_ONCE);
      if (!verdicts.has(seed)) await tellGroup(SEEDS.slice(start, start + AT_ONCE));
      expect(await verdicts.get(seed)).toEqual(NOTHING_WRONG);
    },
    1_800_000,
  );
});

describe('a story', () => {
  async function tell(steps: readonly string[]): Promise<void> {
    const platform = await startPlatformOfStories('embedded');
    try {
      const world = await startStoryWorld(platform, 'story', seededRandom(1));
      expect(await story(world, 1, steps)).toEqual(NOTHING_WRONG);
    } finally {
      await platform.stop();
    }
  }

  promise('notices what is held for a destination that was deleted', { without: 'heldForDeleted' }, () =>
    tell(['replaceInFlight']),
  );

  promise('notices a version that nobody was brought, and nobody named', { without: 'takeBack' }, () =>
    tell(['refuse', 'read', 'replace']),
  );
});

/** Tells these steps, or random ones, and ends the story. */
async function story(world: StoryWorld, seed: number, steps?: readonly string[]): Promise<Verdict> {
  const random = seededRandom(seed);
  const told: string[] = [];
  try {
    await tellSteps(world, random, steps ?? randomSteps(random, STEPS), told);
    await endStory(world, random);
    const verdict = await verdictOf(world);
    if (!isRight(verdict)) printStory(seed, told, verdict);
    return verdict;
  } catch (error) {
    printStory(seed, told, String(error));
    throw error;
  } finally {
    await world.stop();
  }
}

/** `7`, or `1-10`: a kill hits all stories that are told together. */
function seedsIn(text: string): number[] {
  const [first = 1, last = first] = text.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_none, at) => first + at);
}

function printStory(seed: number, told: readonly string[], fault: Verdict | string): void {
  process.stdout.write(`Story ${seed}: ${told.join(', ')}\n${JSON.stringify(fault)}\n`);
}
