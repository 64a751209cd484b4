import { describe, expect, it } from '@jest/globals';
import { eventOf } from '../../../lib/events/event.ts';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { eachWithNotifications, PROJECT } from '../../../test/support/notifications_fixture.ts';

describe('deliverNotification', () => {
  const notifications = eachWithNotifications();

  /** A topic of its own that carries the event to a destination. */
  async function route(destinationId: string, topicName: string): Promise<void> {
    const { createTopic, createEventTopicRoute, createTopicDestinationRoute } = notifications();
    const { id: topicId } = await createTopic({ projectId: PROJECT, name: topicName });
    await createEventTopicRoute({ projectId: PROJECT, eventType: 'connection.deleted', topicId });
    await createTopicDestinationRoute({ projectId: PROJECT, topicId, destinationId });
  }
  const news = (projectId = PROJECT) => {
    const { deps, clock } = notifications();
    const payload = {
      projectId,
      connectionId: ABSENT,
      provider: 'sandbox',
      groupRef: 'acme',
      consumerRef: 'ada',
      consumerName: 'Ada',
    };
    return eventOf('connection.deleted', { id: deps.newId(), projectId, time: clock.time, payload });
  };
  const deliveries = () =>
    notifications().db('deliveries').orderBy('id').select('destination_id', 'state', 'last_error');

  it('makes one delivery for each destination, however many ways lead there and however often it is told', async () => {
    const { deliverNotification, aDestination, wakes } = notifications();
    const [a, b] = [await aDestination('a'), await aDestination('b')];
    await route(a.id, 'one');
    await route(a.id, 'two');
    await route(b.id, 'three');
    const event = news();
    await Promise.all([deliverNotification(event), deliverNotification(event)]);
    await deliverNotification(event);
    const made = (await deliveries()) as { destination_id: string; state: string }[];
    expect(made.map(({ destination_id }) => destination_id).sort()).toEqual([a.id, b.id].sort());
    expect(made.every(({ state }) => state === 'pending')).toBe(true);
    expect(wakes.worker).toBe(1);
  });

  it('F3: holds the message for a disabled destination, and makes none for a deleted one', async () => {
    const { deliverNotification, deleteDestination, stores, aDestination } = notifications();
    const [off, gone] = [await aDestination('off'), await aDestination('gone')];
    await route(off.id, 'one');
    await route(gone.id, 'two');
    await stores.destinations.disable(PROJECT, off.id, { updateTime: 1, reason: 'failures', probeAfterMs: null });
    await deleteDestination({ projectId: PROJECT, idOrName: 'gone' });
    await deliverNotification(news());
    expect(await deliveries()).toEqual([{ destination_id: off.id, state: 'held', last_error: 'destination' }]);
  });

  it('keeps nothing of what nobody wants, and tells no other project', async () => {
    const { db, deliverNotification, aDestination, wakes } = notifications();
    const { id } = await aDestination('hooks');
    await deliverNotification(news());
    await route(id, 'one');
    await deliverNotification(news(ABSENT));
    expect([await deliveries(), await db('notifications').select('event_id')]).toEqual([[], []]);
    expect(wakes.worker).toBe(0);
  });
});
