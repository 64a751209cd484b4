import { setImmediate as tick } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Services } from '../../gateway/rest/operation.ts';
import { deleteDestination } from '../../gateway/routes/notifications/delete_destination.ts';
import { newId } from '../../lib/ids/ids.ts';
import { migrations as ofInstallation } from '../../services/installation/migrations/migrations.ts';
import { migrations as ofNotifications } from '../../services/notifications/migrations/migrations.ts';
import { forEachEngine } from '../support/engines.ts';
import { type InstallationWorld, installationWorld } from '../support/installation_world.ts';
import { installed, manifestOf, readObject } from '../support/installed.ts';
import { type NotificationsFixture, notificationsFixture } from '../support/notifications_fixture.ts';
import { promise } from '../support/promise.ts';

const ROUNDS = process.env['CAUSEWAY_PROMISES'] === 'full' ? 200 : 15;

forEachEngine((engine) => {
  describe('destination names', () => {
    const [here, there] = [engine.suiteDatabase(ofInstallation), engine.suiteDatabase(ofNotifications)];
    let world: InstallationWorld;
    let notifications: NotificationsFixture;
    beforeAll(async () => {
      world = await installationWorld(here());
      notifications = await notificationsFixture(there());
      notifications.deps.newId = newId;
    });

    /** The steps of the gateway, on the use cases of both services. `pause` runs before each step. */
    function gateway(projectId: string, pause = async () => {}) {
      const paused = <A, R>(step: (argument: A) => Promise<R>) => {
        return async (_call: unknown, argument: A) => {
          await pause();
          return step(argument);
        };
      };
      const { startDestinationDeletion: start, cancelDestinationDeletion: cancel } = notifications;
      const services = {
        notifications: {
          startDestinationDeletion: paused(({ destinationIdOrName: idOrName }: { destinationIdOrName: string }) =>
            start({ projectId, idOrName }),
          ),
          cancelDestinationDeletion: paused(cancel),
          deleteDestination: paused(
            ({ destinationIdOrName: idOrName, generation }: { destinationIdOrName: string; generation: number }) =>
              notifications.deleteDestination({ projectId, idOrName, generation }),
          ),
        },
        installation: {
          findDestinationUsers: paused((request: Parameters<typeof world.findDestinationUsers>[1]) =>
            world.findDestinationUsers(world.call, request),
          ),
        },
      } as unknown as Services;
      const resolve = async (name: string) => {
        await pause();
        const resolved = await notifications.resolveDestinations({ projectId, names: [name] });
        return new Map(resolved.map((one) => [one.name, one]));
      };
      const store = async (resolution: Awaited<ReturnType<typeof resolve>>) => {
        await pause();
        const [destination = ''] = resolution.keys();
        const sourceYaml = manifestOf({ name: 'crm', read: { objects: [readObject('contacts', { destination })] } });
        return world.upsertIntegrations(world.call, { projectId, sourceYaml, resolution });
      };
      return {
        resolve,
        store,
        deploy: async (name: string) => store(await resolve(name)),
        remove: (destinationIdOrName: string) =>
          deleteDestination(services, world.call, { projectId, destinationIdOrName }),
      };
    }

    const exists = async (projectId: string, id: string) =>
      Boolean(await notifications.stores.destinations.find(projectId, id));
    const outcome = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: { kind: string }) => error.kind,
      );

    promise(
      'L1: nothing is stored with a destination that does not exist',
      { without: 'unknownDestinations' },
      async () => {
        const projectId = newId();
        const { deploy } = gateway(projectId);
        expect(await outcome(deploy('hook'))).toBe('unprocessable');
        expect(await world.deps.stores.integrations.list(projectId)).toEqual([]);
        await notifications.aDestination('hook', projectId);
        expect(await outcome(deploy('hook'))).toBe('done');
      },
    );

    promise(
      'L2: a deploy and a deletion exclude each other, in any order',
      {
        without: ['deletionBarrier', 'deletionMark'],
      },
      async () => {
        const projectId = newId();
        const { resolve, store, deploy, remove } = gateway(projectId);
        const create = () => notifications.aDestination('hook', projectId);
        // Resolved before the deletion, stored after it.
        await create();
        const early = await resolve('hook');
        expect(await outcome(remove('hook'))).toBe('done');
        expect(await outcome(store(early))).toBe('conflict');
        // Resolved while the deletion asks.
        const { id } = await create();
        const { generation, names } = await notifications.startDestinationDeletion({ projectId, idOrName: 'hook' });
        const request = { projectId, destinationId: id, names, generation };
        expect((await world.findDestinationUsers(world.call, request)).integrationNames).toEqual([]);
        expect(await outcome(deploy('hook'))).toBe('unprocessable');
        expect(await outcome(remove('hook'))).toBe('done');
        // Stored before the deletion asks.
        await create();
        expect(await outcome(deploy('hook'))).toBe('done');
        expect(await outcome(remove('hook'))).toBe('conflict');
        expect(await outcome(deploy('hook'))).toBe('done');
      },
    );

    // Without a control: by chance no deploy may slip through. The test above has one.
    it('L2: no destination in use is deleted, whatever happens at the same time', async () => {
      let slipped = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const projectId = newId();
        const random = async () => {
          for (let ticks = Math.floor(Math.random() * 4); ticks > 0; ticks -= 1) await tick();
        };
        const { id } = await notifications.aDestination('hook', projectId);
        const early = await gateway(projectId).resolve('hook');
        const deploying = gateway(projectId, random);
        const outcomes = await Promise.all([
          outcome(round % 2 === 0 ? deploying.deploy('hook') : deploying.store(early)),
          outcome(gateway(projectId, random).remove('hook')),
          outcome(gateway(projectId, random).remove('hook')),
        ]);
        const isDeployed = outcomes[0] === 'done';
        if (isDeployed && !(await exists(projectId, id))) slipped += 1;
        if (!(await exists(projectId, id))) expect(await outcome(gateway(projectId).store(early))).toBe('conflict');
      }
      expect(slipped).toBe(0);
    });

    promise('L2: a renamed destination keeps everything that refers to it', { without: 'formerNames' }, async () => {
      const projectId = newId();
      const { deploy, remove } = gateway(projectId);
      const { id } = await notifications.aDestination('hook', projectId);
      const [integration] = await deploy('hook');
      const { installation } = await installed(world, integration?.id ?? '', {
        projectId,
        content: { provider: 'sandbox', read: { objects: { contacts: { objectName: 'contacts' } } } },
      });
      await notifications.updateDestination({
        projectId,
        idOrName: 'hook',
        updateMask: ['name'],
        name: 'renamed',
        type: '',
        metadata: undefined,
      });
      expect(await outcome(deploy('hook'))).toBe('done');
      const [again] = await deploy('hook');
      expect(again?.latestRevision.id).toBe(integration?.latestRevision.id);
      const [plan] = await world.listReadPlans(world.call, { projectId, installationId: installation.id });
      expect(plan?.destinationId).toBe(id);
      expect(await outcome(remove('renamed'))).toBe('conflict');
      const { id: other } = await notifications.aDestination('hook', projectId);
      const [moved] = await deploy('hook');
      expect(moved?.latestRevision.id).not.toBe(integration?.latestRevision.id);
      expect(await outcome(remove(other))).toBe('conflict');
    });
  });
});
