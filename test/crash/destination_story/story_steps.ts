import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../../support/seeded_random.ts';
import { type Answer, RETENTION_MS, type StoryWorld } from './story_world.ts';

/** Steps that may happen to a destination while records are read for it. Each returns a word for the report. */
type Step = (world: StoryWorld, random: SeededRandom) => Promise<string>;

const STEPS: Record<string, { weight: number; step: Step }> = {
  read: { weight: 8, step: changeAndRead },
  refuse: { weight: 2, step: (world) => answers(world, 410) },
  fail: { weight: 2, step: (world) => answers(world, 500) },
  recover: { weight: 1, step: (world) => answers(world, 200) },
  mend: { weight: 3, step: mend },
  rename: { weight: 2, step: rename },
  deploy: { weight: 2, step: deploy },
  misspell: { weight: 1, step: misspell },
  remove: { weight: 1, step: remove },
  wait: { weight: 2, step: outlastRetention },
  crash: { weight: 3, step: async ({ platform }, random) => platform.crash(random) },
};

/** Runs `count` random steps. Returns what happened, in words. */
export function tellStory(world: StoryWorld, random: SeededRandom, count: number): Promise<string[]> {
  const names = Object.entries(STEPS).flatMap(([name, { weight }]) => new Array<string>(weight).fill(name));
  return tell(world, random, () => (count-- > 0 ? random.pick(names) : undefined));
}

/** Runs these steps in order. */
export function tellSteps(world: StoryWorld, random: SeededRandom, steps: readonly string[]): Promise<string[]> {
  const left = [...steps];
  return tell(world, random, () => left.shift());
}

async function tell(world: StoryWorld, random: SeededRandom, next: () => string | undefined): Promise<string[]> {
  const told: string[] = [];
  for (let name = next(); name !== undefined; name = next())
    told.push(`${name} ${await (STEPS[name] as { step: Step }).step(world, random)}`);
  return told;
}

async function changeAndRead(world: StoryWorld, random: SeededRandom): Promise<string> {
  const count = random.int(1, 4);
  world.change(count);
  await world.read();
  await sleep(random.int(0, 1_200));
  return String(count);
}

async function answers(world: StoryWorld, status: number): Promise<string> {
  world.answerWith(status);
  return String(status);
}

/** The receiver accepts again, and the builder says so. */
export async function mend(world: StoryWorld): Promise<string> {
  world.answerWith(200);
  const path = `/destinations/${world.destinationId}`;
  expectStatus(await world.call('PATCH', path, { updateMask: ['status'], destination: { status: 'active' } }), 200);
  return '';
}

async function rename(world: StoryWorld): Promise<string> {
  const name = `main-${world.names.length}`;
  const change = { updateMask: ['name'], destination: { name } };
  expectStatus(await world.call('PATCH', `/destinations/${world.destinationId}`, change), 200);
  world.names.push(name);
  return name;
}

/** Any of its names means the same destination. */
async function deploy(world: StoryWorld, random: SeededRandom): Promise<string> {
  const name = random.pick(world.names);
  expectStatus(await world.deploy(name, random.pick(['email', 'phone'])), 200);
  return name;
}

async function misspell(world: StoryWorld): Promise<string> {
  expectStatus(await world.deploy('mian', 'email'), 422);
  return '';
}

async function remove(world: StoryWorld): Promise<string> {
  expectStatus(await world.call('DELETE', `/destinations/${world.destinationId}`), 409);
  return '';
}

async function outlastRetention(): Promise<string> {
  await sleep(RETENTION_MS + 1_500);
  return '';
}

function expectStatus(answer: Answer, wanted: number): void {
  if (answer.status !== wanted) throw new Error(`Expected ${wanted}: ${JSON.stringify(answer)}`);
}
