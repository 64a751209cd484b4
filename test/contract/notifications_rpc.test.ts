import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MASK_TEXT } from '../../lib/http/secret_mask.ts';
import { newId } from '../../lib/ids/ids.ts';
import { forEachEngine } from '../support/engines.ts';
import { type NotificationsService, startNotifications } from './notifications_service.ts';

const problem = (kind: string) => expect.objectContaining({ name: 'Problem', kind });
const url = 'https://hooks.acme.example/in';

forEachEngine((engine) => {
  let service: NotificationsService;
  beforeAll(async () => {
    service = await startNotifications(engine);
  });
  afterAll(() => service.stop());

  const rpc = () => service.client;
  const call = () => service.call();
  const create = (projectId: string, name: string, over: object = {}) =>
    rpc().createDestination(call(), {
      projectId,
      name,
      type: 'webhook',
      metadataJson: JSON.stringify({ url }),
      ...over,
    });
  const get = (projectId: string, destinationIdOrName: string, over: object = {}) =>
    rpc().getDestination(call(), { projectId, destinationIdOrName, ...over });
  const createTopic = (projectId: string, name: string) => rpc().createTopic(call(), { projectId, name });

  describe('destinations', () => {
    it('are found by id and by name, and return their key only on request', async () => {
      const projectId = newId();
      const created = await create(projectId, 'hooks');
      expect(created).toMatchObject({
        name: 'hooks',
        type: 'webhook',
        status: 'active',
        webhookSigningKey: '',
        metadataJson: JSON.stringify({ url }),
      });
      expect(await get(projectId, 'hooks')).toEqual(created);
      const withKey = await get(projectId, created.id, { includeSecrets: true });
      expect(withKey.webhookSigningKey).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect((await rpc().listDestinations(call(), { projectId })).destinations).toEqual([created]);
    });

    it('have a unique name in a project, also when two are created concurrently', async () => {
      const projectId = newId();
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => create(projectId, 'same')));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toEqual(problem('alreadyExists'));
      await create(newId(), 'same');
      await create(projectId, 'Same');
    });

    it.each([
      ['a name with a space', { name: 'a b' }, 'invalidArgument'],
      ['a name like an id', { name: newId() }, 'invalidArgument'],
      ['an unknown type', { type: 'fax' }, 'invalidArgument'],
      ['a type that is not supported yet', { type: 's3' }, 'unprocessable'],
      ['no metadata', { metadataJson: '' }, 'invalidArgument'],
      ['metadata that is not JSON', { metadataJson: '{' }, 'invalidArgument'],
      [
        'a reserved signature header',
        { metadataJson: JSON.stringify({ url, headers: { 'Webhook-Signature': 'v1,x' } }) },
        'invalidArgument',
      ],
      [
        'http to a public address',
        { metadataJson: JSON.stringify({ url: 'http://hooks.acme.example/in' }) },
        'unprocessable',
      ],
      ['a private address', { metadataJson: JSON.stringify({ url: 'https://10.0.0.1/in' }) }, 'unprocessable'],
      [
        'the metadata service of a cloud',
        { metadataJson: JSON.stringify({ url: 'http://169.254.169.254/latest' }) },
        'unprocessable',
      ],
    ])('are refused with %s', async (_what, over, kind) => {
      const projectId = newId();
      await expect(create(projectId, 'hooks', over)).rejects.toEqual(problem(kind));
      expect((await rpc().listDestinations(call(), { projectId })).destinations).toEqual([]);
    });

    it('change only the fields in the mask', async () => {
      const projectId = newId();
      await create(projectId, 'hooks', { metadataJson: JSON.stringify({ url, headers: { 'x-a': '1' } }) });
      const update = (updateMask: string[], over: object) =>
        rpc().updateDestination(call(), { projectId, destinationIdOrName: 'hooks', updateMask, ...over });
      const moved = await update(['metadata.url'], {
        name: 'ignored',
        metadataJson: JSON.stringify({ url: `${url}/2`, headers: {} }),
      });
      expect(moved).toMatchObject({
        name: 'hooks',
        metadataJson: JSON.stringify({ url: `${url}/2`, headers: { 'x-a': MASK_TEXT } }),
      });
      const withKey = await get(projectId, 'hooks', { includeSecrets: true });
      expect(withKey.metadataJson).toBe(JSON.stringify({ url: `${url}/2`, headers: { 'x-a': '1' } }));
      expect(await update(['metadata.headers'], { metadataJson: '{}' })).toMatchObject({
        metadataJson: JSON.stringify({ url: `${url}/2` }),
      });
      expect(
        await update(['metadata', 'type'], { type: 'webhook', metadataJson: JSON.stringify({ url }) }),
      ).toMatchObject({ metadataJson: JSON.stringify({ url }) });
      await expect(update([], {})).rejects.toEqual(problem('invalidArgument'));
      await expect(update(['secrets.webhookSigningKey'], {})).rejects.toEqual(problem('invalidArgument'));
      await expect(update(['metadata'], {})).rejects.toEqual(problem('invalidArgument'));
      await expect(
        update(['metadata.url'], { metadataJson: JSON.stringify({ url: 'https://localhost/' }) }),
      ).rejects.toEqual(problem('unprocessable'));
      await expect(update(['type'], { type: 's3' })).rejects.toEqual(problem('unprocessable'));
      expect(await update(['name'], { name: 'renamed' })).toMatchObject({ name: 'renamed' });
      expect(await get(projectId, 'hooks')).toMatchObject({ name: 'renamed' });
      await expect(update(['name'], { name: 'again' })).rejects.toEqual(problem('notFound'));
      await create(projectId, 'hooks');
      await expect(update(['name'], { name: 'renamed' })).rejects.toEqual(problem('alreadyExists'));
    });

    it('are reported to installation when they are created, renamed and deleted', async () => {
      const projectId = newId();
      const { id: destinationId } = await create(projectId, 'first');
      await rpc().updateDestination(call(), {
        projectId,
        destinationIdOrName: 'first',
        updateMask: ['name'],
        name: 'second',
      });
      await rpc().deleteDestination(call(), { projectId, destinationIdOrName: 'second' });
      const told = () =>
        service.heard.filter((event) => event.projectId === projectId).map(({ type, payload }) => ({ type, payload }));
      for (let tries = 0; tries < 200 && told().length < 3; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      expect(told()).toEqual(
        expect.arrayContaining([
          { type: 'destination.saved', payload: { destinationId, name: 'first', formerNames: [], status: 'active' } },
          {
            type: 'destination.saved',
            payload: { destinationId, name: 'second', formerNames: ['first'], status: 'active' },
          },
          { type: 'destination.deleted', payload: { destinationId, name: 'second' } },
        ]),
      );
    });

    it('of another project do not exist', async () => {
      const [projectId, other] = [newId(), newId()];
      const { id } = await create(projectId, 'hooks');
      for (const idOrName of [id, 'hooks', newId(), 'nothing']) {
        await expect(get(other, idOrName)).rejects.toEqual(problem('notFound'));
        await expect(get(other, idOrName, { rotate: true })).rejects.toEqual(problem('notFound'));
        await expect(
          rpc().deleteDestination(call(), { projectId: other, destinationIdOrName: idOrName }),
        ).rejects.toEqual(problem('notFound'));
        await expect(
          rpc().updateDestination(call(), {
            projectId: other,
            destinationIdOrName: idOrName,
            updateMask: ['name'],
            name: 'x',
          }),
        ).rejects.toEqual(problem('notFound'));
      }
      expect(await get(projectId, id)).toMatchObject({ id });
    });
  });

  describe('topics and routes', () => {
    it('have unique names in a project, and can be renamed', async () => {
      const projectId = newId();
      const topic = await createTopic(projectId, 'news');
      await createTopic(projectId, 'alerts');
      await expect(createTopic(projectId, 'news')).rejects.toEqual(problem('alreadyExists'));
      await expect(createTopic(projectId, 'no spaces please')).rejects.toEqual(problem('invalidArgument'));
      const rename = (topicId: string, name: string, project = projectId) =>
        rpc().updateTopic(call(), { projectId: project, topicId, name });
      expect(await rename(topic.id, 'latest')).toMatchObject({ id: topic.id, name: 'latest' });
      await expect(rename(topic.id, 'alerts')).rejects.toEqual(problem('alreadyExists'));
      await expect(rename(topic.id, 'a b')).rejects.toEqual(problem('invalidArgument'));
      await expect(rename(newId(), 'x')).rejects.toEqual(problem('notFound'));
      await expect(rename(topic.id, 'x', newId())).rejects.toEqual(problem('notFound'));
      expect((await rpc().listTopics(call(), { projectId })).topics?.map(({ name }) => name)).toEqual([
        'alerts',
        'latest',
      ]);
    });

    it('need a known event type, and a topic and a destination of the project; duplicates are refused', async () => {
      const projectId = newId();
      const topicId = (await createTopic(projectId, 'news')).id;
      const destinationId = (await create(projectId, 'hooks')).id;
      const eventRoute = (eventType: string, topic: string, project = projectId) =>
        rpc().createEventTopicRoute(call(), { projectId: project, eventType, topicId: topic });
      const destinationRoute = (topic: string, destination: string, project = projectId) =>
        rpc().createTopicDestinationRoute(call(), { projectId: project, topicId: topic, destinationId: destination });
      expect(await eventRoute('connection.updated', topicId)).toMatchObject({
        projectId,
        eventType: 'connection.updated',
        topicId,
      });
      await eventRoute('write.async.done', topicId);
      await expect(eventRoute('connection.updated', topicId)).rejects.toEqual(problem('alreadyExists'));
      await expect(eventRoute('read.page.committed', topicId)).rejects.toEqual(problem('invalidArgument'));
      await expect(eventRoute('connection.created', newId())).rejects.toEqual(problem('unprocessable'));
      await expect(eventRoute('connection.created', topicId, newId())).rejects.toEqual(problem('unprocessable'));
      expect(await destinationRoute(topicId, destinationId)).toMatchObject({ projectId, topicId, destinationId });
      await expect(destinationRoute(topicId, destinationId)).rejects.toEqual(problem('alreadyExists'));
      await expect(destinationRoute(newId(), destinationId)).rejects.toEqual(problem('notFound'));
      await expect(destinationRoute(topicId, newId())).rejects.toEqual(problem('notFound'));
      await expect(destinationRoute(topicId, destinationId, newId())).rejects.toEqual(problem('notFound'));
      const byType = (eventType: string) => rpc().listEventTopicRoutes(call(), { projectId, topicId: '', eventType });
      expect((await byType('write.async.done')).routes).toHaveLength(1);
      expect((await byType('')).routes).toHaveLength(2);
    });

    it('are listed in pages without duplicates', async () => {
      const projectId = newId();
      const made: string[] = [];
      for (let n = 0; n < 120; n += 1) made.push((await createTopic(projectId, `t${n}`)).id);
      const seen: string[] = [];
      let pageToken = '';
      do {
        const { topics, nextPageToken } = await rpc().listTopics(call(), { projectId, pageToken });
        seen.push(...topics.map(({ id }) => id));
        pageToken = nextPageToken;
      } while (pageToken !== '');
      expect(seen).toEqual(made.toReversed());
    });

    it('are deleted with their topic and with their destination', async () => {
      const projectId = newId();
      const [first, second] = [await createTopic(projectId, 'first'), await createTopic(projectId, 'second')];
      const [a, b] = [await create(projectId, 'a'), await create(projectId, 'b')];
      for (const topic of [first, second]) {
        await rpc().createEventTopicRoute(call(), { projectId, eventType: 'installation.created', topicId: topic.id });
        for (const destination of [a, b])
          await rpc().createTopicDestinationRoute(call(), {
            projectId,
            topicId: topic.id,
            destinationId: destination.id,
          });
      }
      const eventRoutes = async () => (await rpc().listEventTopicRoutes(call(), { projectId })).routes ?? [];
      const destinationRoutes = async () =>
        (await rpc().listTopicDestinationRoutes(call(), { projectId })).routes ?? [];
      await rpc().deleteTopic(call(), { projectId, topicId: first.id });
      expect((await eventRoutes()).map(({ topicId }) => topicId)).toEqual([second.id]);
      expect((await destinationRoutes()).map(({ topicId }) => topicId)).toEqual([second.id, second.id]);
      await rpc().deleteDestination(call(), { projectId, destinationIdOrName: a.id });
      const [left, ...none] = await destinationRoutes();
      expect([left?.destinationId, none]).toEqual([b.id, []]);
      await expect(rpc().deleteTopic(call(), { projectId, topicId: first.id })).rejects.toEqual(problem('notFound'));
      await expect(
        rpc().deleteTopicDestinationRoute(call(), { projectId: newId(), routeId: left?.id ?? '' }),
      ).rejects.toEqual(problem('notFound'));
      await rpc().deleteTopicDestinationRoute(call(), { projectId, routeId: left?.id ?? '' });
      await rpc().deleteEventTopicRoute(call(), { projectId, routeId: (await eventRoutes())[0]?.id ?? '' });
      expect([await eventRoutes(), await destinationRoutes()]).toEqual([[], []]);
    });
  });
});
