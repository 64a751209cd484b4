import { describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { forEachEngine } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { pageCommitted } from './notifications_service.ts';
import { FAST, idsOf, notificationsStage, verify } from './notifications_stage.ts';

const { receiver, service } = notificationsStage();

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
        expect(message.headers).toMatchObject({
          'x-own': 'mine',
          'svix-id': message.id,
          'content-type': 'application/json',
        });
      }
    });

    it('sends a page once, even if its event arrives three times', async () => {
      const hook = await receiver();
      const notifications = await service(engine);
      await notifications.addDestination('hooks', hook.url);
      const id = newId();
      notifications.bodies.set(id, '{}');
      const event = pageCommitted(notifications.projectId, 'hooks', [id]);
      for (let attempt = 1; attempt <= 3; attempt += 1) await notifications.emit(event);
      const later = await notifications.addPage('hooks', 1);
      await eventually(async () => expect(notifications.settled().toSorted()).toEqual([id, ...later].toSorted()));
      expect(idsOf(hook.messages)).toEqual([id, ...later].toSorted());
    });

    it('retries with the same bytes until it is accepted', async () => {
      const hook = await receiver({ respond: (n) => (n < 3 ? 500 : 200) });
      const notifications = await service(engine, FAST);
      await notifications.addDestination('hooks', hook.url);
      const [id] = await notifications.addPage('hooks', 1);
      await eventually(async () => expect(notifications.settled()).toEqual([id]));
      expect(idsOf(hook.messages)).toEqual([id, id, id]);
      hook.checkSameIdSameBody();
    });

    it('L3: holds the message after the last attempt', async () => {
      const hook = await receiver({ respond: () => 500 });
      const notifications = await service(engine, FAST);
      await notifications.addDestination('hooks', hook.url);
      const [id] = await notifications.addPage('hooks', 1);
      await eventually(async () => expect(notifications.held()).toEqual([id]));
      expect(hook.messages).toHaveLength(4);
      expect(notifications.settled()).toEqual([]);
    });

    it('follows no redirect', async () => {
      const hook = await receiver({
        respond: (n) => (n === 1 ? { status: 302, headers: { location: '/elsewhere' } } : 200),
      });
      const notifications = await service(engine, FAST);
      await notifications.addDestination('hooks', hook.url);
      const [id] = await notifications.addPage('hooks', 1);
      await eventually(async () => expect(notifications.settled()).toEqual([id]));
      expect(hook.messages.map(({ path }) => path)).toEqual(['/hook', '/hook']);
    });

    it('delivers to one destination while others hang', async () => {
      const hanging = await receiver({ respond: () => ({ status: 200, delayMs: 60_000 }) });
      const hook = await receiver();
      const notifications = await service(engine, {
        CAUSEWAY_NOTIFICATIONS_MAX_IN_FLIGHT: '32',
        CAUSEWAY_NOTIFICATIONS_HEAD_TIMEOUT_MS: '8000',
      });
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

    it('waits for reads without consuming attempts', async () => {
      const hook = await receiver();
      const notifications = await service(engine, { CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: '0' });
      notifications.reads.isUnavailable = true;
      await notifications.addDestination('hooks', hook.url);
      const ids = await notifications.addPage('hooks', 2);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      notifications.reads.isUnavailable = false;
      await eventually(async () => expect(notifications.settled().toSorted()).toEqual(ids.toSorted()));
      expect(hook.messages).toHaveLength(2);
    });

    it('L1, H1: holds the messages for an unknown name, and ends those for an id that is gone', async () => {
      const notifications = await service(engine);
      const hook = await receiver();
      await notifications.addDestination('hooks', hook.url);
      const ids = await notifications.addPage('nowhere', 2);
      const gone = newId();
      const page = pageCommitted(notifications.projectId, 'hooks', [gone]);
      await notifications.emit({ ...page, payload: { ...page.payload, destinationId: newId() } });
      const later = await notifications.addPage('hooks', 1);
      await eventually(async () => expect(notifications.settled()).toEqual(expect.arrayContaining(later)));
      await eventually(async () => expect(notifications.settled()).toContain(gone));
      expect(notifications.settled().filter((id) => ids.includes(id))).toEqual([]);
    });

    it('L2: delivers a page by the id of its destination, or by a former name', async () => {
      const notifications = await service(engine);
      const hook = await receiver();
      const { client, call, projectId } = notifications;
      const { id: destinationId } = await notifications.addDestination('hooks', hook.url);
      await client.updateDestination(call(), {
        projectId,
        destinationIdOrName: 'hooks',
        updateMask: ['name'],
        name: 'renamed',
      });
      const byName = await notifications.addPage('hooks', 1);
      await eventually(async () => expect(notifications.settled()).toEqual(byName));
      const id = newId();
      notifications.bodies.set(id, '{}');
      const page = pageCommitted(projectId, 'nonsense', [id]);
      await notifications.emit({ ...page, payload: { ...page.payload, destinationId } });
      await eventually(async () => expect(notifications.settled()).toEqual([...byName, id]));
    });

    it('holds messages for an unknown destination until one with that name is created', async () => {
      const hook = await receiver();
      const notifications = await service(engine);
      const ids = await notifications.addPage('later', 2);
      await eventually(async () => expect(notifications.held()).toEqual(ids));
      await notifications.addDestination('later', hook.url);
      await eventually(async () => expect(notifications.settled().toSorted()).toEqual(ids.toSorted()));
      expect(idsOf(hook.messages)).toEqual(ids.toSorted());
      expect(notifications.held()).toEqual([]);
    });

    it('settles a message without a body as failed, without counting a failure of its destination', async () => {
      const notifications = await service(engine);
      const hook = await receiver();
      const { id: destinationIdOrName } = await notifications.addDestination('hooks', hook.url);
      const id = newId();
      await notifications.emit(pageCommitted(notifications.projectId, 'hooks', [id]));
      await eventually(async () =>
        expect(notifications.heard.map(({ payload }) => payload)).toContainEqual({
          messageIds: [id],
          delivered: 0,
          failed: 1,
        }),
      );
      const { client, call, projectId } = notifications;
      expect(await client.getDestination(call(), { projectId, destinationIdOrName })).toMatchObject({
        status: 'active',
      });
    });
  });

  if (engine.name === 'mariadb') {
    describe('three replicas', () => {
      it('share the deliveries and send each one once', async () => {
        const hook = await receiver({ respond: () => ({ status: 200, delayMs: 5 }) });
        const notifications = await service(engine);
        await notifications.addReplica();
        await notifications.addReplica();
        await notifications.addDestination('hooks', hook.url);
        const ids: string[] = [];
        for (let page = 0; page < 10; page += 1) ids.push(...(await notifications.addPage('hooks', 20)));
        await eventually(async () => expect(notifications.settled().toSorted()).toEqual(ids.toSorted()), 25_000);
        expect(idsOf(hook.messages)).toEqual(ids.toSorted());
      });
    });
  }
});
