import { afterEach, describe, expect, it } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { eventOf } from '../../lib/events/event.ts';
import { newId } from '../../lib/ids/ids.ts';
import { forEachEngine, type TestEngine } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { startReceiver, type Receiver, type ReceivedMessage, type ReceiverOptions } from '../support/webhook_receiver.ts';
import { pageCommitted, startNotifications, type NotificationsService } from './notifications_service.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function receiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const started = await startReceiver(options);
  stops.push(() => started.stop());
  return started;
}

async function service(engine: TestEngine, environment: Record<string, string> = {}): Promise<NotificationsService> {
  const started = await startNotifications(engine, environment);
  stops.push(() => started.stop());
  return started;
}

/** Both libraries that builders use; either throws when the signature does not fit. */
function verify(key: string, { headers, body }: ReceivedMessage): void {
  new SvixWebhook(key).verify(body, headers as Record<string, string>);
  new StandardWebhook(key).verify(body, headers as Record<string, string>);
}

const idsOf = (messages: readonly ReceivedMessage[]) => messages.map(({ id }) => id).toSorted();
const FAST = { CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS: '0,50,100,100', CAUSEWAY_NOTIFICATIONS_SLOW_DOWN: '50' };
const installationCreated = (projectId: string) => eventOf('installation.created', {
  id: newId(), projectId, time: Date.now(),
  payload: {
    projectId, provider: 'hubspot', integrationId: newId(), integrationName: 'in', installationId: newId(), connectionId: newId(),
    groupRef: 'g', groupName: 'G', consumerRef: 'c', consumerName: 'C', config: {},
  },
});

forEachEngine((engine) => {
  describe('the delivery of a page', () => {
    it('sends each message once, signed for both libraries, and settles it', async () => {
      const hook = await receiver();
      const notifications = await service(engine);
      const { key } = await notifications.addDestination('hooks', hook.url, { 'X-Own': 'mine' });
      const ids = await notifications.addPage('hooks', 20);
      await eventually(async () => expect(notifications.settled().toSorted()).toEqual(ids.toSorted()));
      expect(idsOf(hook.messages)).toEqual(ids.toSorted());
      for (const message of hook.messages) {
        verify(key, message);
        expect(message.body).toBe(notifications.bodies.get(message.id));
        expect(message.headers).toMatchObject({ 'x-own': 'mine', 'svix-id': message.id, 'content-type': 'application/json' });
      }
    });

    it('sends a page that is rung for three times once', async () => {
      const hook = await receiver();
      const notifications = await service(engine);
      await notifications.addDestination('hooks', hook.url);
      const id = newId();
      notifications.bodies.set(id, '{}');
      const event = pageCommitted(notifications.projectId, 'hooks', [id]);
      for (let ring = 1; ring <= 3; ring += 1) await notifications.emit(event);
      const later = await notifications.addPage('hooks', 1);
      await eventually(async () => expect(notifications.settled().toSorted()).toEqual([id, ...later].toSorted()));
      expect(idsOf(hook.messages)).toEqual([id, ...later].toSorted());
    });

    it('tries again with the same bytes until it is accepted', async () => {
      const hook = await receiver({ respond: (n) => (n < 3 ? 500 : 200) });
      const notifications = await service(engine, FAST);
      await notifications.addDestination('hooks', hook.url);
      const [id] = await notifications.addPage('hooks', 1);
      await eventually(async () => expect(notifications.settled()).toEqual([id]));
      expect(idsOf(hook.messages)).toEqual([id, id, id]);
      hook.checkSameIdSameBody();
    });

    it('gives up after the last attempt and settles the message as failed', async () => {
      const hook = await receiver({ respond: () => 500 });
      const notifications = await service(engine, FAST);
      await notifications.addDestination('hooks', hook.url);
      const [id] = await notifications.addPage('hooks', 1);
      await eventually(async () => expect(notifications.heard.map(({ payload }) => payload)).toContainEqual({ messageIds: [id], delivered: 0, failed: 1 }));
      expect(hook.messages).toHaveLength(4);
    });

    it('follows no redirect', async () => {
      const hook = await receiver({ respond: (n) => (n === 1 ? { status: 302, headers: { location: '/elsewhere' } } : 200) });
      const notifications = await service(engine, FAST);
      await notifications.addDestination('hooks', hook.url);
      const [id] = await notifications.addPage('hooks', 1);
      await eventually(async () => expect(notifications.settled()).toEqual([id]));
      expect(hook.messages.map(({ path }) => path)).toEqual(['/hook', '/hook']);
    });

    it('lets one destination flow while others hang', async () => {
      const hanging = await receiver({ respond: () => ({ status: 200, delayMs: 60_000 }) });
      const hook = await receiver();
      const notifications = await service(engine, { CAUSEWAY_NOTIFICATIONS_MAX_IN_FLIGHT: '32', CAUSEWAY_NOTIFICATIONS_HEAD_TIMEOUT: '8000' });
      for (const name of ['a', 'b', 'c', 'd']) {
        await notifications.addDestination(name, hanging.url);
        await notifications.addPage(name, 30);
      }
      await hanging.waitFor((messages) => messages.length >= 10, 5_000);
      await notifications.addDestination('hooks', hook.url);
      const ids = await notifications.addPage('hooks', 50);
      await hook.waitFor((messages) => messages.length >= 50, 6_000);
      expect(notifications.settled()).not.toContain(hanging.messages[0]?.id);
      expect(idsOf(hook.messages)).toEqual(ids.toSorted());
    });

    it('waits for reads without using up attempts', async () => {
      const hook = await receiver();
      const notifications = await service(engine, { CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS: '0' });
      notifications.reads.isAway = true;
      await notifications.addDestination('hooks', hook.url);
      const ids = await notifications.addPage('hooks', 2);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      notifications.reads.isAway = false;
      await eventually(async () => expect(notifications.settled().toSorted()).toEqual(ids.toSorted()));
      expect(hook.messages).toHaveLength(2);
    });

    it('settles what goes to an unknown destination as failed', async () => {
      const notifications = await service(engine);
      const ids = await notifications.addPage('nowhere', 2);
      await eventually(async () => expect(notifications.heard.map(({ payload }) => payload)).toContainEqual({ messageIds: ids, delivered: 0, failed: 2 }));
    });

    it('settles a message whose body is gone as failed, and holds it against nobody', async () => {
      const notifications = await service(engine);
      const hook = await receiver();
      const { id: destinationIdOrName } = await notifications.addDestination('hooks', hook.url);
      const id = newId();
      await notifications.emit(pageCommitted(notifications.projectId, 'hooks', [id]));
      await eventually(async () => expect(notifications.heard.map(({ payload }) => payload)).toContainEqual({ messageIds: [id], delivered: 0, failed: 1 }));
      const { client, call, projectId } = notifications;
      expect(await client.getDestination(call(), { projectId, destinationIdOrName })).toMatchObject({ status: 'active' });
    });
  });

  describe('a destination that is gone', () => {
    it('is disabled by a 410, its queue settled and the news sent on its other routes', async () => {
      const gone = await receiver({ respond: () => 410 });
      const ops = await receiver();
      const notifications = await service(engine, FAST);
      const { id } = await notifications.addDestination('gone', gone.url);
      const { id: opsId } = await notifications.addDestination('ops', ops.url);
      await notifications.route('destination.webhook.disabled', [id, opsId]);
      const ids = await notifications.addPage('gone', 30);
      await eventually(async () => expect(notifications.settled().toSorted()).toEqual(ids.toSorted()));
      const [news] = await ops.waitFor((messages) => messages.length > 0, 5_000);
      expect(JSON.parse(news?.body ?? '')).toEqual({
        notificationType: 'destination.webhook.disabled',
        data: { projectId: notifications.projectId, destinationId: id, destinationName: 'gone', url: gone.url },
      });
      expect(ops.messages).toHaveLength(1);
      const later = await notifications.addPage('gone', 2);
      await eventually(async () => expect(notifications.settled()).toEqual(expect.arrayContaining(later)));
      expect(gone.messages.length).toBeLessThan(30);
    });

    it('goes on when its metadata is changed', async () => {
      const hook = await receiver({ respond: (n) => (n === 1 ? 410 : 200) });
      const notifications = await service(engine, FAST);
      const { client, call, projectId } = notifications;
      await notifications.addDestination('hooks', hook.url);
      const [first] = await notifications.addPage('hooks', 1);
      await eventually(async () => expect(notifications.settled()).toEqual([first]));
      await client.updateDestination(call(), {
        projectId, destinationIdOrName: 'hooks', updateMask: ['metadata.url'], metadataJson: JSON.stringify({ url: `${hook.url}/new` }),
      });
      const [second] = await notifications.addPage('hooks', 1);
      await hook.waitFor((messages) => messages.some(({ id, path }) => id === second && path === '/hook/new'), 5_000);
    });

    it('cancels what waits for it when it is deleted', async () => {
      const hook = await receiver({ respond: () => 503 });
      const notifications = await service(engine, { CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS: '0,60000' });
      const { client, call, projectId } = notifications;
      const { id } = await notifications.addDestination('hooks', hook.url);
      const topicId = await notifications.route('installation.created', [id]);
      const ids = await notifications.addPage('hooks', 12);
      await hook.waitFor((messages) => messages.length >= 12, 5_000);
      await client.deleteDestination(call(), { projectId, destinationIdOrName: id });
      await eventually(async () => expect(notifications.settled().toSorted()).toEqual(ids.toSorted()));
      expect((await client.listTopicDestinationRoutes(call(), { projectId, topicId, destinationId: '' })).routes).toEqual([]);
      expect(notifications.heard.map(({ type }) => type)).toContain('destination.deleted');
    });
  });

  describe('a notification', () => {
    it('goes to each destination its routes reach once, however many ways lead there', async () => {
      const [first, second, third] = [await receiver(), await receiver(), await receiver()];
      const notifications = await service(engine);
      const a = await notifications.addDestination('a', first.url);
      const b = await notifications.addDestination('b', second.url);
      const c = await notifications.addDestination('c', third.url);
      await notifications.route('installation.created', [a.id, b.id]);
      await notifications.route('installation.created', [b.id]);
      await notifications.route('installation.deleted', [c.id]);
      const event = installationCreated(notifications.projectId);
      await notifications.emit(event);
      await notifications.emit(event);
      const [told] = await first.waitFor((messages) => messages.length === 1, 5_000);
      await second.waitFor((messages) => messages.length === 1, 5_000);
      expect(JSON.parse(told?.body ?? '')).toEqual({ notificationType: 'installation.created', data: event.payload });
      expect(told?.id).not.toBe(second.messages[0]?.id);
      await notifications.emit(installationCreated(notifications.projectId));
      await first.waitFor((messages) => messages.length === 2, 5_000);
      await second.waitFor((messages) => messages.length === 2, 5_000);
      expect(third.messages).toEqual([]);
    });

    it('reaches nobody without routes, and not across projects', async () => {
      const hook = await receiver();
      const notifications = await service(engine);
      const { id } = await notifications.addDestination('hooks', hook.url);
      await notifications.emit(installationCreated(notifications.projectId));
      await notifications.route('installation.created', [id]);
      await notifications.emit(installationCreated(newId()));
      await notifications.emit(installationCreated(notifications.projectId));
      await hook.waitFor((messages) => messages.length >= 1, 5_000);
      await notifications.addPage('hooks', 1);
      await hook.waitFor((messages) => messages.length >= 2, 5_000);
      expect(hook.messages).toHaveLength(2);
    });
  });

  describe('a rotated signing key', () => {
    it('signs beside the old one for its overlap', async () => {
      const hook = await receiver();
      const notifications = await service(engine);
      const { client, call, projectId } = notifications;
      const { key: oldKey } = await notifications.addDestination('hooks', hook.url);
      const { webhookSigningKey: newKey = '' } = await client.getDestination(call(), { projectId, destinationIdOrName: 'hooks', rotate: true });
      expect(newKey).not.toBe(oldKey);
      await notifications.addPage('hooks', 1);
      const [message] = await hook.waitFor((messages) => messages.length === 1, 5_000);
      verify(oldKey, message as ReceivedMessage);
      verify(newKey, message as ReceivedMessage);
    });

    it('signs alone when the overlap is over', async () => {
      const hook = await receiver();
      const notifications = await service(engine, { CAUSEWAY_NOTIFICATIONS_KEY_OVERLAP: '1' });
      const { client, call, projectId } = notifications;
      const { key: oldKey } = await notifications.addDestination('hooks', hook.url);
      const { webhookSigningKey: newKey = '' } = await client.getDestination(call(), { projectId, destinationIdOrName: 'hooks', rotate: true });
      await notifications.addPage('hooks', 1);
      const [message] = await hook.waitFor((messages) => messages.length === 1, 5_000);
      verify(newKey, message as ReceivedMessage);
      expect(() => verify(oldKey, message as ReceivedMessage)).toThrow();
    });
  });
});
