import { Buffer } from 'node:buffer';
import { type AuditActor, NO_AUDIT_ACTOR, type WriteAuditEntry } from '../../../lib/audit/audit.ts';
import { onceAnHour } from '../../../lib/audit/once_an_hour.ts';
import type { Sealer } from '../../../lib/crypto/sealer.ts';
import { stringifyJson } from '../../../lib/json/json.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import { similarName } from '../../../lib/problem/similar_name.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import { type Destination, type DestinationStores, type RotatedKey, sealContext } from './destination.ts';
import type { DestinationDrivers } from './destination_driver.ts';

type Stores = WithOutbox<Pick<DestinationStores, 'destinations' | 'destinationNames'>>;
type Deps = UseCaseContext<Stores> & {
  sealer: Sealer;
  newSecret: () => string;
  keyOverlapMs: number;
  audit: WriteAuditEntry<'notifications'>;
};
type GetDestinationRequest = { projectId: string; idOrName: string; includeSecrets: boolean; rotate: boolean };

/** Max names from which a suggestion is chosen. */
const MAX_NAMES_TO_SUGGEST = 5_000;

/** `signingKey` is empty unless requested. */
type DestinationAndKey = { destination: Destination; signingKey: string };

/** Finds a destination by id, name or former name. With `rotate`, returns the new key. Throws notFound. */
export function makeGetDestination(deps: Deps) {
  const reveals = onceAnHour();
  return async function getDestination(
    { projectId, idOrName, includeSecrets, rotate }: GetDestinationRequest,
    by: AuditActor = NO_AUDIT_ACTOR,
  ): Promise<DestinationAndKey> {
    const id = await destinationIdOf(deps.stores, projectId, idOrName);
    if (id === undefined)
      throw noDestination(
        similarName(idOrName, await deps.stores.destinationNames.list(projectId, MAX_NAMES_TO_SUGGEST)),
      );
    const destination = rotate
      ? await rotateKey(deps, by, projectId, id)
      : await deps.stores.destinations.find(projectId, id);
    if (!destination) throw noDestination();
    const isToldKey = includeSecrets || rotate;
    if (isToldKey && !rotate) await noteReveal(destination, by);
    return {
      destination,
      signingKey: isToldKey ? deps.sealer.open(destination.sealedKey, sealContext(destination)) : '',
    };
  };

  /** Stores the audit entry before the response, so that the key is never shown without an entry. */
  async function noteReveal({ projectId, id, name }: Destination, by: AuditActor): Promise<void> {
    const [which, now] = [[by.principal, id], deps.clock.now()];
    if (!reveals.isDue(which, now)) return;
    const about = { projectId, targetId: id, targetName: name };
    await deps.stores.transaction((s) => deps.audit(s.outbox, by, { action: 'destination.revealed', ...about }));
    reveals.note(which, now);
  }
}

/** Replaces the signing key. During the overlap both keys sign, so that the receiver can switch at any time. */
async function rotateKey(
  { stores, sealer, clock, newSecret, keyOverlapMs, audit }: Deps,
  by: AuditActor,
  projectId: string,
  id: string,
) {
  const sealFor = (destination: Destination) => sealer.seal(newSecret(), sealContext(destination));
  return stores.transaction(async (s): Promise<Destination | undefined> => {
    const destination = await s.destinations.lock(projectId, id);
    if (!destination) return undefined;
    const now = clock.now();
    const change = {
      sealedKey: sealFor(destination),
      oldKeys: retireKey(destination, now, keyOverlapMs),
      updateTime: now,
    };
    await s.destinations.update(projectId, destination.id, change);
    const about = { projectId, targetId: id, targetName: destination.name, fields: ['webhookSigningKey'] };
    await audit(s.outbox, by, { action: 'destination.updated', ...about });
    return { ...destination, ...change };
  });
}

/** The problem for an unknown destination. `meant`: the name that the request probably meant. */
export function noDestination(meant?: string): Problem {
  return notFound('destination', meant ? { remedy: `Did you mean ${meant}?` } : {});
}

type DestinationIdOfStores = Pick<DestinationStores, 'destinationNames'>;

/**
 * Returns the id of the destination that an id, a name or a former name refers to. A current name takes precedence over
 * a former name.
 */
export async function destinationIdOf(
  s: DestinationIdOfStores,
  projectId: string,
  idOrName: string,
): Promise<string | undefined> {
  const found = await s.destinationNames.find(projectId, [idOrName]);
  return (found.find(({ formerName }) => formerName === null) ?? found[0])?.id;
}

/**
 * The active signing secrets of a destination: the current secret first, then the rotated secrets within their overlap.
 */
export function signingSecrets(destination: Destination, sealer: Sealer, now: number): string[] {
  const live = destination.oldKeys.filter(({ expireTime }) => expireTime > now).map(({ sealedKey }) => sealedKey);
  return [destination.sealedKey, ...live].map((sealedKey) => sealer.open(sealedKey, sealContext(destination)));
}

/** The rotated keys after the current key is replaced. Drops expired keys. */
function retireKey({ sealedKey, oldKeys }: Destination, now: number, overlapMs: number): RotatedKey[] {
  return [{ sealedKey, expireTime: now + overlapMs }, ...oldKeys.filter(({ expireTime }) => expireTime > now)];
}

/** Min time between two tests of a destination, over all replicas. Ms. */
export const TEST_EVERY_MS = 1_000;

/**
 * The value of `notificationType` in the message. No route has this type: the message goes only to the tested
 * destination.
 */
const TEST_TYPE = 'destination.test';

/** The result of one attempt: `result` is `delivered` when the receiver accepted the message. Times in Unix ms. */
type TestAttempt = {
  result: string;
  status: number;
  error: string | null;
  answer?: string;
  startTime: number;
  endTime: number;
};

type TestDestinationStores = WithOutbox<Pick<DestinationStores, 'destinations' | 'destinationNames'>>;
type TestDestinationDeps = UseCaseContext<TestDestinationStores> & {
  drivers: DestinationDrivers;
  audit: WriteAuditEntry<'notifications'>;
  /** Makes an attempt in the same way as a delivery: with the same signature, timeout, guard and masks. */
  openDestination: (
    destination: Destination,
  ) => (message: { id: string; projectId: string }, body: Uint8Array) => Promise<TestAttempt>;
};

/** `messageId`: the webhook-id of the test message. */
export type DestinationTest = TestAttempt & { messageId: string; isAccepted: boolean };

/**
 * Sends one signed test message to an active or disabled destination, and returns the receiver's response. This is not
 * a delivery: nothing is stored or tried again, and the health of the destination does not change. Throws notFound,
 * unprocessable (the type of the destination), rateLimited.
 */
export function makeTestDestination({ stores, drivers, clock, newId, audit, openDestination }: TestDestinationDeps) {
  return async function testDestination(
    { projectId, idOrName }: { projectId: string; idOrName: string },
    by: AuditActor = NO_AUDIT_ACTOR,
  ): Promise<DestinationTest> {
    const destination = await stores.destinations.find(projectId, idOrName);
    if (!destination) throw noDestination(await meant(projectId, idOrName));
    drivers.of(destination.type);
    const { id: targetId, name: targetName } = destination;
    await stores.transaction(async (s) => {
      if (!(await s.destinations.beginTest(projectId, targetId, TEST_EVERY_MS))) throw tooSoon(targetName);
      await audit(s.outbox, by, { action: 'destination.tested', projectId, targetId, targetName });
    });
    const messageId = newId();
    const attempt = await openDestination(destination)({ id: messageId, projectId }, testBodyOf(destination));
    return { ...attempt, messageId, isAccepted: attempt.result === 'delivered' };
  };

  async function meant(projectId: string, name: string): Promise<string | undefined> {
    return similarName(name, await stores.destinationNames.list(projectId, MAX_NAMES_TO_SUGGEST));
  }

  function tooSoon(name: string): Problem {
    return new Problem('rateLimited', `The destination ${name} was tested less than a second ago.`, {
      remedy: 'Wait until retryAfter, then test it again.',
      retryAfter: clock.now() + TEST_EVERY_MS,
    });
  }
}

/**
 * The body of the test message. It has the shape of every notification; the webhook `destination.test` in
 * gateway/openapi.yaml describes it.
 */
function testBodyOf({ projectId, id: destinationId, name: destinationName }: Destination): Uint8Array {
  const data = { projectId, destinationId, destinationName };
  return Buffer.from(stringifyJson({ notificationType: TEST_TYPE, data }));
}
