import { describe, expect, it } from '@jest/globals';
import { eachWithNotifications, PROJECT } from '../../../test/support/notifications_fixture.ts';
import { DELETION_MARK_MS } from './destination.ts';

const OTHER_PROJECT = '01900000-0000-7000-8000-0000000000bb';

describe('destination names', () => {
  const notifications = eachWithNotifications();
  const resolve = async (...names: string[]) =>
    (await notifications().resolveDestinations({ projectId: PROJECT, names })).map(({ id, status }) => id || status);
  const rename = (idOrName: string, name: string) => {
    notifications().clock.time += 1;
    return notifications().updateDestination({
      projectId: PROJECT,
      idOrName,
      updateMask: ['name'],
      name,
      type: '',
      metadata: undefined,
    });
  };
  const start = (idOrName: string) => notifications().startDestinationDeletion({ projectId: PROJECT, idOrName });
  const savedNames = async () =>
    (await notifications().events())
      .map(({ payload }) => payload as { destinationId: string; name: string; formerNames: string[] })
      .map(({ name, formerNames }) => [name, ...formerNames]);

  it('L1: resolve by id and name in their own project, and suggest a near name', async () => {
    const { aDestination, resolveDestinations } = notifications();
    const { id } = await aDestination('crm-webhook');
    const { id: foreign } = await aDestination('theirs', OTHER_PROJECT);
    expect(await resolve('crm-webhook', id)).toEqual([id, id]);
    expect(await resolveDestinations({ projectId: PROJECT, names: ['crm-webhok', 'theirs', foreign, 'x'] })).toEqual([
      { name: 'crm-webhok', id: '', status: '', generation: 0, suggestion: 'crm-webhook' },
      { name: 'theirs', id: '', status: '', generation: 0, suggestion: '' },
      { name: foreign, id: '', status: '', generation: 0, suggestion: '' },
      { name: 'x', id: '', status: '', generation: 0, suggestion: '' },
    ]);
  });

  it('L2: still mean a renamed destination after several renames, and after a rename back', async () => {
    const { aDestination, getDestination } = notifications();
    const { id } = await aDestination('one');
    await rename('one', 'two');
    await rename('two', 'three');
    expect(await resolve('one', 'two', 'three')).toEqual([id, id, id]);
    await rename('three', 'one');
    expect(await resolve('one', 'two', 'three')).toEqual([id, id, id]);
    const request = { projectId: PROJECT, idOrName: 'two', includeSecrets: false, rotate: false };
    expect((await getDestination(request)).destination).toMatchObject({ id, name: 'one' });
    expect(await savedNames()).toEqual([['one'], ['two', 'one'], ['three', 'two', 'one'], ['one', 'three', 'two']]);
  });

  it('L2: mean another destination as soon as it is created with the name or renamed to it, permanently', async () => {
    const { aDestination, deleteDestination } = notifications();
    const { id: first } = await aDestination('one');
    await rename('one', 'two');
    await rename('two', 'three');
    const { id: second } = await aDestination('one');
    expect(await resolve('one', 'two')).toEqual([second, first]);
    await rename('one', 'two');
    expect(await resolve('one', 'two', 'three')).toEqual([second, second, first]);
    expect((await savedNames()).slice(3)).toEqual([['three', 'two'], ['one'], ['three'], ['two', 'one']]);
    await deleteDestination({ projectId: PROJECT, idOrName: second });
    expect(await resolve('one', 'two', 'three')).toEqual(['', '', first]);
  });

  it('L2: do not resolve while their destination is being deleted, and resolve again when that is cancelled', async () => {
    const { aDestination, cancelDestinationDeletion, deleteDestination } = notifications();
    const { id: destinationId } = await aDestination('one');
    await rename('one', 'two');
    const deletion = await start('two');
    expect(deletion).toEqual({ destinationId, names: ['two', 'one'], generation: 1 });
    expect(await resolve('one', 'two', destinationId)).toEqual(['deleting', 'deleting', 'deleting']);
    expect(await start('two')).toEqual(deletion);
    await cancelDestinationDeletion({ projectId: PROJECT, destinationId, generation: 0 });
    expect(await resolve('two')).toEqual(['deleting']);
    await cancelDestinationDeletion({ projectId: PROJECT, destinationId, generation: 1 });
    expect(await resolve('one', 'two')).toEqual([destinationId, destinationId]);
    const late = { projectId: PROJECT, idOrName: destinationId, generation: 1 };
    await expect(deleteDestination(late)).rejects.toMatchObject({ kind: 'conflict', retryable: true });
    expect((await start('two')).generation).toBe(2);
    await expect(deleteDestination(late)).rejects.toMatchObject({ kind: 'conflict' });
    await deleteDestination({ ...late, generation: 2 });
    await expect(start('two')).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('L2: resolve again after an interrupted deletion, which then cannot be completed', async () => {
    const { db, stores, aDestination, deleteDestination } = notifications();
    const { id } = await aDestination('one');
    const { generation } = await start('one');
    const since = (await stores.now()) - DELETION_MARK_MS - 1;
    await db('destinations').where({ id }).update({ deletion_time: since });
    await expect(deleteDestination({ projectId: PROJECT, idOrName: id, generation })).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect(await resolve('one')).toEqual([id]);
    expect(await stores.destinationNames.mark(PROJECT, id)).toEqual({ generation, since: null });
    expect((await start('one')).generation).toBe(generation + 1);
  });
});
