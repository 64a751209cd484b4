import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../lib/ids/ids.ts';
import { silentLog } from '../../../lib/log/log.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import { aDestination } from '../../../test/contract/notifications_replica.ts';
import type { AttemptedDelivery, ClaimedDelivery, DeliverySource } from '../deliveries/delivery.ts';
import { type FindBodies, makeServeLane } from './serve_lane.ts';

const destination = aDestination();
const fine = { result: 'delivered' as const, status: 200, error: null, startTime: 1, endTime: 2 };
const everything: FindBodies = async (ids) => new Map(ids.map((id) => [id, Buffer.from(id)]));
const unavailable: FindBodies = async () => {
  throw new Error('away');
};

function held(source: DeliverySource): ClaimedDelivery {
  return {
    id: newId(),
    projectId: newId(),
    destinationId: destination.id,
    source,
    sourceId: newId(),
    attempt: 0,
    fence: 1,
    createTime: 1,
    claimTime: 2,
  };
}

/** Serves a lane. Returns the report of each delivery: a status, an error, or that it was released. */
async function serve(
  deliveries: ClaimedDelivery[],
  bodies: { read: FindBodies; notification: FindBodies },
  startWithinMs = 1_000,
) {
  const reported = new Map<string, string>();
  const serveLane = makeServeLane({
    bodies,
    openDestination: () => async () => fine,
    startWithinMs,
    clock: systemClock,
    log: silentLog,
  });
  await serveLane(
    { destination, deliveries },
    {
      attempted: ({ delivery, outcome }: AttemptedDelivery) =>
        reported.set(delivery.id, outcome.error ?? String(outcome.status)),
      unserved: (those) => those.forEach(({ id }) => void reported.set(id, 'unserved')),
    },
  );
  await new Promise((resolve) => setTimeout(resolve, 1));
  return deliveries.map(({ id }) => reported.get(id));
}

describe('serving a lane', () => {
  it('tries every delivery with the body of its source', async () => {
    const lane = [held('read'), held('notification'), held('read')];
    expect(await serve(lane, { read: everything, notification: everything })).toEqual(['200', '200', '200']);
  });

  it('gives those back whose bodies can not be had now, and serves the others', async () => {
    const lane = [held('read'), held('notification')];
    expect(await serve(lane, { read: unavailable, notification: everything })).toEqual(['unserved', '200']);
  });

  it('ends those whose bodies are gone for good', async () => {
    const lane = [held('read'), held('read')];
    const half: FindBodies = async ([, second]) => new Map([[second ?? '', Buffer.from('x')]]);
    expect(await serve(lane, { read: half, notification: everything })).toEqual(['gone', '200']);
  });

  it('begins nothing that could outlast its lease', async () => {
    expect(await serve([held('read')], { read: everything, notification: everything }, -1)).toEqual(['unserved']);
  });
});
