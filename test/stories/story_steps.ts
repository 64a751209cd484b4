import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../support/seeded_random.ts';
import { FAULTS, type StoryProvider } from './story_provider.ts';
import { type Answer, RETENTION_MS, type StoryDestination, type StoryWorld, succeeded } from './story_world.ts';

/** What may happen while records are read. Each returns a word for the report. */
type Step = (world: StoryWorld, random: SeededRandom) => Promise<string>;

const STEPS: Record<string, { weight: number; step: Step }> = {
  read: { weight: 5, step: (world, random) => changeAndRead(world, random, {}) },
  readEqualTimes: { weight: 2, step: (world, random) => changeAndRead(world, random, { isEqual: true }) },
  readLate: { weight: 2, step: (world, random) => changeAndRead(world, random, { lateMs: random.int(1, 1_000) }) },
  readWhileChanging: { weight: 3, step: readWhileChanging },
  fault: { weight: 6, step: fault },
  refuse: { weight: 2, step: (world) => answers(world, 410) },
  fail: { weight: 2, step: (world) => answers(world, 500) },
  hang: { weight: 1, step: (world) => answers(world, 'hangs') },
  recover: { weight: 1, step: (world) => answers(world, 200) },
  mend: { weight: 3, step: mend },
  rename: { weight: 2, step: rename },
  deploy: { weight: 2, step: deploy },
  select: { weight: 2, step: select },
  misspell: { weight: 1, step: misspell },
  remove: { weight: 1, step: remove },
  replace: { weight: 3, step: replace },
  replaceInFlight: { weight: 2, step: replaceInFlight },
  pause: { weight: 1, step: (world) => pause(world, 'pause') },
  unpause: { weight: 1, step: (world) => pause(world, 'unpause') },
  wait: { weight: 2, step: outlastRetention },
  crash: { weight: 3, step: async ({ platform }, random) => platform.crash(random) },
};

/** The names of `count` steps. */
export function randomSteps(random: SeededRandom, count: number): string[] {
  const names = Object.entries(STEPS).flatMap(([name, { weight }]) => new Array<string>(weight).fill(name));
  return Array.from({ length: count }, () => random.pick(names));
}

/** Runs these steps in order. Adds each to `told`, before it ends too. */
export async function tellSteps(
  world: StoryWorld,
  random: SeededRandom,
  names: readonly string[],
  told: string[],
): Promise<void> {
  for (const name of names) {
    told.push(name);
    const word = await (STEPS[name] as { step: Step }).step(world, random);
    told.push(`${told.pop()} ${word}`.trim());
    await sleep(random.int(0, 500));
  }
}

async function changeAndRead(
  { provider, read }: StoryWorld,
  random: SeededRandom,
  time: Parameters<StoryProvider['change']>[1],
): Promise<string> {
  const count = random.int(1, 15);
  provider.change(count, time);
  await read();
  return String(count);
}

async function readWhileChanging({ provider, read }: StoryWorld, random: SeededRandom): Promise<string> {
  const [before, meanwhile] = [random.int(1, 15), random.int(1, 4)];
  provider.change(before);
  provider.slow(600, () => provider.change(meanwhile));
  await read();
  return `${before}+${meanwhile}`;
}

/** At the first page of the read, or at a later one. */
async function fault(world: StoryWorld, random: SeededRandom): Promise<string> {
  const kind = random.pick(FAULTS);
  if (random.chance(0.5)) world.provider.addFault(kind);
  else world.provider.slow(200, () => world.provider.addFault(kind));
  return `${kind} ${await changeAndRead(world, random, {})}`;
}

function current({ destinations }: StoryWorld): StoryDestination {
  return destinations.at(-1) as StoryDestination;
}

async function answers(world: StoryWorld, answer: StoryDestination['answer']): Promise<string> {
  current(world).answer = answer;
  return '';
}

/** The receiver accepts again, and the builder says so: by the status, or by another address. */
async function mend(world: StoryWorld, random: SeededRandom): Promise<string> {
  const { id, receiver, names } = current(world);
  current(world).answer = 200;
  const change = random.chance(0.5)
    ? { updateMask: ['status'], destination: { status: 'active' } }
    : { updateMask: ['metadata.url'], destination: { metadata: { url: `${receiver.url}/${names.length}` } } };
  succeeded(await world.call('PATCH', `/destinations/${id}`, change));
  return change.updateMask.join();
}

async function rename(world: StoryWorld): Promise<string> {
  const { id, names } = current(world);
  const name = `${names[0]}-${names.length}`;
  succeeded(await world.call('PATCH', `/destinations/${id}`, { updateMask: ['name'], destination: { name } }));
  names.push(name);
  return name;
}

/** Any of its names means the same destination; a field gets another name. */
async function deploy(world: StoryWorld, random: SeededRandom): Promise<string> {
  const [name, mapToName] = [random.pick(current(world).names), random.pick([undefined, 'mail', 'address'])];
  succeeded(await world.deploy(name, mapToName));
  return `${name} ${mapToName ?? 'email'}`;
}

async function select(world: StoryWorld, random: SeededRandom): Promise<string> {
  const [field, value] = [random.pick(['email', 'phone']), random.chance(0.5)];
  succeeded(await patch(world, `/selectedFields/${field}`, value));
  return `${field} ${value}`;
}

function patch({ call, name, integrationId }: StoryWorld, path: string, value: unknown): Promise<Answer> {
  const changes = [{ op: 'add', path, value }];
  const config = `/integrations/${integrationId}/objects/contacts/config-content`;
  return call('PATCH', config, { action: 'read', groupRef: name, changes });
}

async function misspell(world: StoryWorld): Promise<string> {
  expectStatus(await world.deploy('mian'), 422);
  return '';
}

/** The destination is in use, so its deletion is refused. */
async function remove(world: StoryWorld): Promise<string> {
  expectStatus(await world.call('DELETE', `/destinations/${current(world).id}`), 409);
  return '';
}

/** In the documented order. A deletion whose answer was lost in a crash may have ended. */
async function replace(world: StoryWorld): Promise<string> {
  const old = current(world);
  const name = (await world.addDestination()).names[0] as string;
  succeeded(await world.deploy(name));
  succeeded(await patch(world, '/destination', name));
  expectStatus(await world.call('DELETE', `/destinations/${old.id}`), 204, 404);
  old.deleteTime = Date.now();
  return name;
}

/** While a page is awaited. */
async function replaceInFlight(world: StoryWorld, random: SeededRandom): Promise<string> {
  world.provider.change(random.int(1, 25));
  world.provider.slow(1_500);
  await world.read();
  // While reads are paused or wait, none is asked for.
  for (let looks = 0; looks < 30 && !world.provider.isAsked(); looks += 1) await sleep(50);
  return replace(world);
}

async function pause({ call, integrationId, installationId }: StoryWorld, what: string): Promise<string> {
  expectStatus(await call('POST', `/integrations/${integrationId}/installations/${installationId}:${what}`, {}), 204);
  return '';
}

async function outlastRetention(): Promise<string> {
  await sleep(RETENTION_MS + 1_500);
  return '';
}

/** Everything is in order again. */
export async function endStory(world: StoryWorld, random: SeededRandom): Promise<void> {
  world.provider.recover();
  await pause(world, 'unpause');
  await mend(world, random);
}

function expectStatus(answer: Answer, ...wanted: number[]): void {
  if (!wanted.includes(answer.status)) throw new Error(`Expected ${wanted.join(' or ')}: ${JSON.stringify(answer)}`);
}
