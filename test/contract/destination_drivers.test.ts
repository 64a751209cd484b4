import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CausewayEvent } from '../../lib/events/event.ts';
import { newId } from '../../lib/ids/ids.ts';
import { type DestinationDriver, driversByType } from '../../services/notifications/destinations/destination_driver.ts';
import { type DriverWorld, driverRules, SECRET } from './destination_driver_rules.ts';
import { folderWorld, removeFolders } from './folder_driver.ts';
import { drivers } from './notifications_replica.ts';
import { startWebhookWorld, type WebhookWorld } from './webhook_world.ts';

const rules = Object.entries(driverRules);
let webhook: WebhookWorld;
beforeAll(async () => {
  webhook = await startWebhookWorld();
});
afterAll(async () => {
  removeFolders();
  await webhook.stop();
});

/** Every driver of the registry has its world here. */
const worlds: Readonly<Record<string, () => DriverWorld>> = { webhook: () => webhook.world };

describe('the destination drivers', () => {
  it('are those that this suite tests, and their types are in the contract', () => {
    expect(drivers.types.toSorted()).toEqual(Object.keys(worlds).toSorted());
    const contract = readFileSync('gateway/openapi.yaml', 'utf8');
    const [, types = ''] = /DestinationType: \{ type: string, enum: \[([^\]]+)\]/.exec(contract) ?? [];
    for (const type of drivers.types) expect(types.split(', ')).toContain(type);
  });

  it('are open to another type, and refuse two of one type', () => {
    const folder = folderWorld().driver;
    const both = driversByType([...drivers.all, folder]);
    expect(both.types).toEqual([...drivers.types, 'folder']);
    expect(both.of('folder')).toBe(folder);
    expect(both.find('kinesis')).toBeUndefined();
    expect(() => both.of('kinesis')).toThrow('no driver for destinations of type kinesis');
    expect(() => driversByType([folder, folder])).toThrow('the same type');
  });

  describe.each(Object.entries({ ...worlds, folder: () => folderWorld() }))('of type %s', (_type, world) => {
    it.each(rules)('%s', (_name, holds) => holds(world()));
  });
});

/** A driver that breaks one rule, and the rule. */
type Broken = [
  rule: keyof typeof driverRules & string,
  change: (good: DestinationDriver) => Partial<DestinationDriver>,
];

const broken: Broken[] = [
  ['names its keys, and the one that is secret', () => ({ keys: ['url'] })],
  [
    'takes its metadata, and takes what it made of it again',
    ({ check }) => ({ check: (given) => (JSON.stringify(given).includes('made') ? check(null) : made(check(given))) }),
  ],
  [
    'names the fault of metadata by its path, in a sentence without a secret',
    () => ({ check: (given) => ({ faults: [{ path: 'url', detail: `It is ${JSON.stringify(given)}.` }] }) }),
  ],
  [
    'finds a fault in whatever else is sent, and never throws',
    ({ check }) => ({
      check(given) {
        if (given === null) throw new Error('no metadata');
        return check(given);
      },
    }),
  ],
  ['has its secrets where they are sealed and masked', ({ secrets }) => ({ secrets: { ...secrets, key: 'url' } })],
  [
    'tells one receiver of its secrets from another',
    ({ secrets }) => ({ secrets: { ...secrets, receiver: () => '' } }),
  ],
  [
    'delivers the bytes of a message under its id',
    () => ({ deliver: async () => ({ result: 'delivered', status: 200, error: null }) }),
  ],
  [
    'may deliver twice: the receiver sees the same id and the same bytes',
    ({ deliver }) => ({ deliver: (target, message) => deliver(target, { ...message, id: newId() }) }),
  ],
  [
    'says what a refusal means',
    ({ deliver }) => ({ deliver: async (...given) => ({ ...(await deliver(...given)), result: 'delivered' }) }),
  ],
  [
    'says why there is no answer',
    ({ deliver }) => ({
      async deliver(...given) {
        const result = await deliver(...given);
        if (result.status === 0) throw new Error('unreachable');
        return result;
      },
    }),
  ],
  ['ends within its deadline when the receiver does not', () => ({ deliver: () => new Promise(() => {}) })],
  [
    'hands on no secret, and no more than the beginning of an answer',
    ({ deliver }) => ({ deliver: async (...given) => ({ ...(await deliver(...given)), answer: SECRET }) }),
  ],
  ['reaches no target that the operator has not allowed', () => ({ checkTarget: async () => [] })],
  [
    'announces a disabled destination with an event of the catalogue, without a secret',
    ({ disabledEvent }) => ({
      disabledEvent: (destination, event) => {
        const made = disabledEvent?.(destination, event);
        if (!made) throw new Error('The driver has no event.');
        return { ...made, type: 'destination.unknown.disabled' } as unknown as CausewayEvent;
      },
    }),
  ],
  [
    'announces a destination that is enabled again with an event of the catalogue, without a secret',
    ({ enabledEvent }) => ({
      enabledEvent: (destination, event) => {
        const made = enabledEvent?.(destination, event);
        if (!made) throw new Error('The driver has no event.');
        return { ...made, payload: { ...made.payload, url: SECRET } } as unknown as CausewayEvent;
      },
    }),
  ],
];

function made(checked: ReturnType<DestinationDriver['check']>): ReturnType<DestinationDriver['check']> {
  return checked.faults ? checked : { metadata: { ...checked.metadata, url: 'https://made.example/in' } };
}

describe('the suite of the destination drivers', () => {
  it('has a broken driver for each rule', () => {
    expect(broken.map(([rule]) => rule)).toEqual(Object.keys(driverRules));
  });

  it.each(broken)('fails for a driver that breaks: %s', async (rule, change) => {
    const { driver } = webhook.world;
    const world = { ...webhook.world, driver: { ...driver, ...change(driver) }, maxWaitMs: 1_500 };
    await expect(driverRules[rule]?.(world)).rejects.toThrow();
  });
});
