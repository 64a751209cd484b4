import { describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { forEachEngine } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import type { ReceivedMessage } from '../support/webhook_receiver.ts';
import { FAST, idsOf, installationCreated, notificationsStage, verify } from './notifications_stage.ts';

const { receiver, service } = notificationsStage();

forEachEngine((engine) => {
  describe('a destination that is gone or changed', () => {
    it('L3: is disabled by a 410, its queue is held, and an event is sent on its other routes', async () => {
      const gone = await receiver({ respond: () => 410 });
      const ops = await receiver();
      const notifications = await service(engine, FAST);
      const { id } = await notifications.addDestination('gone', gone.url);
      const { id: opsId } = await notifications.addDestination('ops', ops.url);
      await notifications.route('destination.webhook.disabled', [id, opsId]);
      const ids = await notifications.addPage('gone', 30);
      await eventually(async () => expect(notifications.held().toSorted()).toEqual(ids.toSorted()));
      const [news] = await ops.waitFor((messages) => messages.length > 0, 5_000);
      expect(JSON.parse(news?.body ?? '')).toEqual({
        notificationType: 'destination.webhook.disabled',
        data: { projectId: notifications.projectId, destinationId: id, destinationName: 'gone', url: gone.url },
      });
      expect(ops.messages).toHaveLength(1);
      const later = await notifications.addPage('gone', 2);
      await eventually(async () => expect(notifications.held()).toEqual(expect.arrayContaining(later)));
      expect(gone.messages.length).toBeLessThan(30);
      expect(notifications.settled()).toEqual([]);
    });

    it('F3: gets its held messages and notifications when its metadata is changed', async () => {
      const hook = await receiver({ respond: (n) => (n === 1 ? 410 : 200) });
      const notifications = await service(engine, FAST);
      const { client, call, projectId } = notifications;
      const { id: hooksId } = await notifications.addDestination('hooks', hook.url);
      await notifications.route('installation.created', [hooksId]);
      const [first] = await notifications.addPage('hooks', 1);
      await eventually(async () => expect(notifications.held()).toEqual([first]));
      await notifications.emit(installationCreated(projectId));
      const missed = await notifications.addPage('hooks', 1);
      await eventually(async () => expect(notifications.held()).toEqual([first, ...missed]));
      await client.updateDestination(call(), {
        projectId,
        destinationIdOrName: 'hooks',
        updateMask: ['metadata.url'],
        metadataJson: JSON.stringify({ url: `${hook.url}/new` }),
      });
      const [second] = await notifications.addPage('hooks', 1);
      const arrived = [first, ...missed, second];
      await eventually(async () => expect(notifications.settled().toSorted()).toEqual(arrived.toSorted()));
      const fresh = hook.messages.filter(({ path }) => path === '/hook/new');
      expect(idsOf(fresh)).toEqual(expect.arrayContaining(arrived));
      expect(fresh.map(({ body }) => body)).toContainEqual(expect.stringContaining('installation.created'));
      expect(notifications.held()).toEqual([]);
    });

    it('loses its waiting deliveries when it is deleted', async () => {
      const hook = await receiver({ respond: () => 503 });
      const notifications = await service(engine, { CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: '0,60000' });
      const { client, call, projectId } = notifications;
      const { id } = await notifications.addDestination('hooks', hook.url);
      const topicId = await notifications.route('installation.created', [id]);
      const ids = await notifications.addPage('hooks', 12);
      await hook.waitFor((messages) => messages.length >= 12, 5_000);
      await client.deleteDestination(call(), { projectId, destinationIdOrName: id });
      await eventually(async () => expect(notifications.settled().toSorted()).toEqual(ids.toSorted()));
      expect(
        (await client.listTopicDestinationRoutes(call(), { projectId, topicId, destinationId: '' })).routes,
      ).toEqual([]);
      expect(notifications.heard.map(({ type }) => type)).toContain('destination.deleted');
    });
  });

  describe('a notification', () => {
    it('goes once to each destination of its routes, even by several routes', async () => {
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
    it('signs together with the old one during their overlap', async () => {
      const hook = await receiver();
      const notifications = await service(engine);
      const { client, call, projectId } = notifications;
      const { key: oldKey } = await notifications.addDestination('hooks', hook.url);
      const { webhookSigningKey: newKey = '' } = await client.getDestination(call(), {
        projectId,
        destinationIdOrName: 'hooks',
        rotate: true,
      });
      expect(newKey).not.toBe(oldKey);
      await notifications.addPage('hooks', 1);
      const [message] = await hook.waitFor((messages) => messages.length === 1, 5_000);
      verify(oldKey, message as ReceivedMessage);
      verify(newKey, message as ReceivedMessage);
    });

    it('signs alone after the overlap', async () => {
      const hook = await receiver();
      const notifications = await service(engine, { CAUSEWAY_NOTIFICATIONS_KEY_OVERLAP_MS: '1' });
      const { client, call, projectId } = notifications;
      const { key: oldKey } = await notifications.addDestination('hooks', hook.url);
      const { webhookSigningKey: newKey = '' } = await client.getDestination(call(), {
        projectId,
        destinationIdOrName: 'hooks',
        rotate: true,
      });
      await notifications.addPage('hooks', 1);
      const [message] = await hook.waitFor((messages) => messages.length === 1, 5_000);
      verify(newKey, message as ReceivedMessage);
      expect(() => verify(oldKey, message as ReceivedMessage)).toThrow();
    });
  });
});
