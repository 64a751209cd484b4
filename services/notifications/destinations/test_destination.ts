import { Buffer } from 'node:buffer';
import { type Audit, type By, NOBODY } from '../../../lib/audit/audit.ts';
import { stringifyJson } from '../../../lib/json/json.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { similarName } from '../../../lib/problem/similar_name.ts';
import type { Given, WithOutbox } from '../../../lib/use_case/given.ts';
import type { Destination, DestinationNameStore, DestinationStore } from './destination.ts';
import type { DestinationDrivers } from './destination_driver.ts';
import { noDestination } from './get_destination.ts';

/** At most one test of a destination in this time, over all replicas. Ms. */
export const TEST_EVERY_MS = 1_000;
/** Names that a suggestion is chosen from. */
const MAX_KNOWN = 5_000;

/** The type of the message, in `notificationType`. No route names it: it goes to the tested destination alone. */
const TEST_TYPE = 'destination.test';

/** What came of one attempt: `result` is delivered when the receiver took the message. Times in Unix ms. */
type Attempt = {
  result: string;
  status: number;
  error: string | null;
  answer?: string;
  startTime: number;
  endTime: number;
};

type Stores = WithOutbox<{ destinations: DestinationStore; destinationNames: DestinationNameStore }>;
type Deps = Given<Stores> & {
  drivers: DestinationDrivers;
  audit: Audit<'notifications'>;
  /** The attempt that deliveries make too: the same signature, time-out, guard and masks. */
  openDestination: (
    destination: Destination,
  ) => (message: { id: string; projectId: string }, body: Uint8Array) => Promise<Attempt>;
};

/** `messageId`: the webhook-id of the test message. */
export type DestinationTest = Attempt & { messageId: string; isAccepted: boolean };

/**
 * Sends one signed test message to a destination, disabled or not, and returns what its receiver answered. It is no delivery:
 * nothing is stored or tried again, and the health of the destination does not change. Throws notFound, unprocessable (its
 * type), rateLimited.
 */
export function makeTestDestination({ stores, drivers, clock, newId, audit, openDestination }: Deps) {
  return async function testDestination(
    { projectId, idOrName }: { projectId: string; idOrName: string },
    by: By = NOBODY,
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
    const attempt = await openDestination(destination)({ id: messageId, projectId }, bodyOf(destination));
    return { ...attempt, messageId, isAccepted: attempt.result === 'delivered' };
  };

  async function meant(projectId: string, name: string): Promise<string | undefined> {
    return similarName(name, await stores.destinationNames.list(projectId, MAX_KNOWN));
  }

  function tooSoon(name: string): Problem {
    return new Problem('rateLimited', `The destination ${name} was tested less than a second ago.`, {
      remedy: 'Wait until retryAfter, then test it again.',
      retryAfter: clock.now() + TEST_EVERY_MS,
    });
  }
}

/** The shape of every notification; the webhook `destination.test` of gateway/openapi.yaml describes it. */
function bodyOf({ projectId, id: destinationId, name: destinationName }: Destination): Uint8Array {
  const data = { projectId, destinationId, destinationName };
  return Buffer.from(stringifyJson({ notificationType: TEST_TYPE, data }));
}
