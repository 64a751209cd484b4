import { Buffer } from 'node:buffer';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { createSealer, newKeyring } from '../../lib/crypto/sealer.ts';
import { builderEventTypes } from '../../lib/events/catalog.ts';
import { MASK_TEXT } from '../../lib/http/secret_mask.ts';
import { newId } from '../../lib/ids/ids.ts';
import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { newSigningSecret } from '../../lib/signature/webhook_signature.ts';
import { type DestinationDriver, driversByType } from '../../services/notifications/destinations/destination_driver.ts';
import {
  makeShowMetadata,
  openMetadata,
  sealMetadata,
} from '../../services/notifications/destinations/seal_metadata.ts';
import { checkMetadata, checkTarget } from '../../services/notifications/destinations/stored_secrets.ts';
import { aDestination } from './notifications_replica.ts';

/** What the receiver does with the next messages. `echo`: refuses and answers with everything that it was sent. */
export type Behaviour = 'accept' | 'refuse' | 'echo' | 'overloaded' | 'final' | 'hang';

/** A driver of one type, and a receiver for it. */
export type DriverWorld = {
  driver: DestinationDriver;
  /** Valid metadata of the receiver, with at least one secret; all its secrets contain `SECRET`. */
  metadata: JsonObject;
  /** Valid metadata of another receiver. */
  elsewhere: JsonObject;
  /** A target that the operator has not allowed, but that would take messages. */
  forbidden: JsonObject;
  /** An allowed target where nobody is. */
  unreachable: JsonObject;
  /** Faulty metadata, and the path of the fault. */
  faulty: readonly [path: string, metadata: Json][];
  /** Those that the protocol of this type has, beside accept and refuse. */
  behaviours: readonly Behaviour[];
  behave(as: Behaviour): void;
  /** All messages that any target of this world has. */
  received(): Promise<{ id: string; body: string }[]>;
  /** How long the suite waits for an attempt whose receiver hangs. */
  maxWaitMs: number;
};

/** Every secret of the world's metadata contains it. */
export const SECRET = 'canary-7f3a9c';
/** Max bytes of a stored answer, as the column and docs/behaviour/delivery.md have it. */
const MAX_ANSWER = 4_096;
const signingSecret = newSigningSecret();

type Rule = (world: DriverWorld) => Promise<void>;

/** What every driver must do, whatever its type. Each rejects for a driver that does not. */
export const driverRules: Readonly<Record<string, Rule>> = {
  async 'names its keys, and the one that is secret'({ driver }) {
    expect(driver.type).toMatch(/^[a-z0-9]+$/);
    expect(driver.keys).toContain(driver.secrets.key);
    expect(new Set(driver.keys).size).toBe(driver.keys.length);
  },

  async 'takes its metadata, and takes what it made of it again'({ driver, metadata, elsewhere }) {
    for (const one of [metadata, elsewhere]) {
      const checked = checkMetadata(driver, one);
      expect(checkMetadata(driver, checked)).toEqual(checked);
      expect(Object.keys(checked).filter((key) => !driver.keys.includes(key))).toEqual([]);
    }
    await checkTarget(driver, metadata);
  },

  async 'names the fault of metadata by its path, in a sentence without a secret'({ driver, faulty }) {
    for (const [path, metadata] of faulty) {
      const { faults = [] } = driver.check(metadata);
      expect(faults.map((fault) => fault.path)).toContain(path);
      for (const { detail } of faults) expect(detail).toMatch(/^[A-Z].+\.$/);
      expect(text(problemOf(() => checkMetadata(driver, metadata)))).not.toContain(SECRET);
    }
  },

  async 'finds a fault in whatever else is sent, and never throws'({ driver, metadata }) {
    const odd: Json[] = [null, true, 5, '', 'text', [], [metadata], {}];
    const oddKeys = driver.keys.map((key): Json => ({ ...metadata, [key]: [SECRET] }));
    const oddSecret = { ...metadata, [driver.secrets.key]: { name: 5 } };
    for (const one of [...odd, ...oddKeys, oddSecret, { ...metadata, unknown: SECRET }]) {
      expect(problemOf(() => checkMetadata(driver, one))).toMatchObject({ kind: 'invalidArgument' });
      expect(text(problemOf(() => checkMetadata(driver, one)))).not.toContain(SECRET);
    }
  },

  async 'has its secrets where they are sealed and masked'({ driver, metadata }) {
    const sealer = createSealer(newKeyring());
    const row = { ...aDestination(), type: driver.type };
    const checked = checkMetadata(driver, metadata);
    const stored = { ...row, ...sealMetadata(checked, row, driver.secrets, sealer) };
    expect(stored.sealedSecrets).not.toBeNull();
    expect(text(stored)).not.toContain(SECRET);
    expect(openMetadata(stored, driver.secrets, sealer)).toEqual(checked);
    const showMetadata = makeShowMetadata({ drivers: driversByType([driver]), sealer });
    const shown = showMetadata(stored, { values: false });
    expect(text(shown)).not.toContain(SECRET);
    expect(text(shown)).toContain(MASK_TEXT);
    expect(showMetadata(stored, { values: true })).toEqual(checked);
  },

  async 'tells one receiver of its secrets from another'({ driver, metadata, elsewhere }) {
    const { key, receiver } = driver.secrets;
    expect(receiver(metadata)).not.toBe(receiver(elsewhere));
    expect(receiver({ ...metadata, [key]: {} })).toBe(receiver(metadata));
    expect(receiver(metadata)).not.toContain(SECRET);
  },

  async 'delivers the bytes of a message under its id'(world) {
    world.behave('accept');
    const id = newId();
    const body = '{"ü":12345678901234567890}';
    const result = await deliver(world, { id, body });
    expect(result).toMatchObject({ result: 'delivered', error: null });
    expect(await world.received()).toContainEqual({ id, body });
  },

  async 'may deliver twice: the receiver sees the same id and the same bytes'(world) {
    world.behave('accept');
    const message = { id: newId(), body: '{"twice":true}' };
    await Promise.all([deliver(world, message), deliver(world, message)]);
    await deliver(world, message);
    const received = (await world.received()).filter(({ body }) => body === message.body);
    expect(new Set(received.map(text))).toEqual(new Set([text(message)]));
  },

  async 'says what a refusal means'(world) {
    world.behave('refuse');
    expect(await deliver(world)).toMatchObject({ result: 'retryable' });
    for (const as of ['overloaded', 'final'] as const) {
      if (!world.behaviours.includes(as)) continue;
      world.behave(as);
      const expected = as === 'final' ? { result: 'final' } : { result: 'retryable', isOverloaded: true };
      expect(await deliver(world)).toMatchObject(expected);
    }
  },

  async 'says why there is no answer'(world) {
    world.behave('accept');
    const result = await deliver(world, {}, world.unreachable);
    expect(result).toMatchObject({ result: 'retryable', status: 0, error: expect.stringMatching(/^[a-zA-Z]+$/) });
  },

  async 'ends within its deadline when the receiver does not'(world) {
    if (!world.behaviours.includes('hang')) return;
    world.behave('hang');
    expect(await deliver(world)).toMatchObject({ result: 'retryable', status: 0 });
  },

  async 'hands on no secret, and no more than the beginning of an answer'(world) {
    if (!world.behaviours.includes('echo')) return;
    world.behave('echo');
    const result = await deliver(world, { body: `{"long":"${'é'.repeat(MAX_ANSWER)}"}` });
    expect(Buffer.byteLength(result.answer ?? '')).toBeLessThanOrEqual(MAX_ANSWER);
    expect(result.answer).not.toBe('');
    const told = text(result);
    for (const secret of [SECRET, signingSecret, signingSecret.replace('whsec_', '')])
      expect(told).not.toContain(secret);
  },

  async 'reaches no target that the operator has not allowed'(world) {
    world.behave('accept');
    const problem = await checkTarget(world.driver, world.forbidden).then(
      () => undefined,
      (err: unknown) => err,
    );
    expect(problem).toMatchObject({ kind: 'unprocessable' });
    expect(text(problem)).not.toContain(SECRET);
    const id = newId();
    expect(await deliver(world, { id }, world.forbidden)).toMatchObject({ result: 'retryable', status: 0 });
    expect((await world.received()).filter((one) => one.id === id)).toEqual([]);
  },

  async 'announces a disabled destination with an event of the catalogue, without a secret'({ driver, metadata }) {
    checkEvent(driver.disabledEvent, driver, metadata);
  },

  async 'announces a destination that is enabled again with an event of the catalogue, without a secret'({
    driver,
    metadata,
  }) {
    checkEvent(driver.enabledEvent, driver, metadata);
    expect(driver.enabledEvent === undefined).toBe(driver.disabledEvent === undefined);
  },
};

function checkEvent(
  eventOf: DestinationDriver['disabledEvent'],
  driver: DriverWorld['driver'],
  metadata: DriverWorld['metadata'],
): void {
  const { metadata: open } = sealMetadata(metadata, aDestination(), driver.secrets, createSealer(newKeyring()));
  const event = eventOf?.({ ...aDestination(), type: driver.type, metadata: open }, { id: newId(), time: 1 });
  if (!event) return;
  expect(builderEventTypes()).toContain(event.type);
  expect(text(event)).not.toContain(SECRET);
}

/** One attempt; rejects when it takes longer than `maxWaitMs`. */
async function deliver(
  { driver, metadata, maxWaitMs }: DriverWorld,
  { id = newId(), body = '{}' } = {},
  target = metadata,
) {
  const attempt = driver.deliver(
    { metadata: target, signingSecrets: [signingSecret] },
    { id, body: Buffer.from(body) },
  );
  const end = new AbortController();
  const late = sleep(maxWaitMs, undefined, { signal: end.signal }).then(() => {
    throw new Error('The attempt did not end.');
  });
  return Promise.race([attempt, late]).finally(() => {
    late.catch(() => {});
    end.abort();
  });
}

function problemOf(work: () => unknown): Problem {
  try {
    work();
  } catch (err) {
    if (err instanceof Problem) return err;
    throw err;
  }
  throw new Error('There is no problem.');
}

function text(value: unknown): string {
  return value instanceof Problem
    ? JSON.stringify({ detail: value.detail, extras: value.extras })
    : JSON.stringify(value, isObject(value) ? undefined : null);
}
