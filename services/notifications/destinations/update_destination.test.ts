import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../../lib/json/json.ts';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { eachWithNotifications, PROJECT } from '../../../test/support/notifications_fixture.ts';
import type { UpdateDestinationRequest } from './update_destination.ts';

type Given = Partial<Pick<UpdateDestinationRequest, 'idOrName' | 'name' | 'type' | 'status' | 'projectId'>>;

const URL = 'https://hooks.acme.example/in';

describe('updateDestination', () => {
  const notifications = eachWithNotifications();
  const update = (
    updateMask: string[],
    { idOrName = 'hooks', name = '', type = '', status = '', projectId = PROJECT }: Given = {},
    metadata?: Json,
  ) => notifications().updateDestination({ projectId, idOrName, updateMask, name, type, status, metadata });

  it('adds the event with the new name and the status in the same transaction', async () => {
    const { aDestination, events } = notifications();
    const { id: destinationId } = await aDestination('hooks');
    await update(['metadata'], {}, { url: `${URL}/2` });
    await update(['name'], { name: 'renamed' });
    expect(await events()).toEqual([
      { type: 'destination.saved', payload: { destinationId, name: 'hooks', formerNames: [], status: 'active' } },
      { type: 'destination.saved', payload: { destinationId, name: 'hooks', formerNames: [], status: 'active' } },
      {
        type: 'destination.saved',
        payload: { destinationId, name: 'renamed', formerNames: ['hooks'], status: 'active' },
      },
    ]);
    await aDestination('taken');
    await expect(update(['name'], { idOrName: 'renamed', name: 'taken' })).rejects.toMatchObject({
      kind: 'alreadyExists',
    });
    expect(await events()).toHaveLength(4);
  });

  it('sets a disabled destination going again with new metadata, and with nothing else', async () => {
    const { stores, wakes, aDestination } = notifications();
    const { id } = await aDestination('hooks');
    await stores.destinations.saveHealth(PROJECT, id, { failures: 9, failingSince: 1, openUntil: 2 });
    await stores.destinations.disable(PROJECT, id, { updateTime: 1, reason: 'failures', probeAfterMs: 300_000 });
    await stores.closings.put({ destinationId: id, projectId: PROJECT, finalState: 'held', createTime: 1 });
    expect(await update(['name'], { name: 'hooks-2' })).toMatchObject({ status: 'disabled' });
    expect(await stores.closings.list(5)).toHaveLength(1);
    const before = wakes.worker;
    expect(await update(['metadata.url'], { idOrName: id }, { url: `${URL}/mended` })).toMatchObject({
      status: 'active',
    });
    expect(await stores.destinations.find(PROJECT, id)).toMatchObject({
      status: 'active',
      failures: 0,
      failingSince: null,
      openUntil: null,
    });
    expect(await stores.closings.list(5)).toEqual([]);
    expect(wakes.worker).toBe(before + 1);
  });

  it('L4: checks a new URL with the current addresses of its name, and does not check a stored URL', async () => {
    const { aDestination, addresses } = notifications();
    await aDestination('hooks');
    addresses.set('hooks.acme.example', ['10.0.0.1']);
    await expect(update(['metadata.url'], {}, { url: `${URL}/2` })).rejects.toMatchObject({
      kind: 'unprocessable',
      extras: { issues: [{ name: 'metadata.url' }] },
    });
    expect(await update(['metadata.headers'], {}, { headers: { a: 'b' } })).toMatchObject({ metadata: { url: URL } });
    await expect(aDestination('another')).rejects.toMatchObject({ kind: 'unprocessable' });
  });

  it('L3: pauses with the status disabled and resumes with the status active', async () => {
    const { stores, aDestination, events } = notifications();
    const { id: destinationId } = await aDestination('hooks');
    expect(await update(['status'], { status: 'disabled' })).toMatchObject({ status: 'disabled' });
    expect(await stores.closings.list(5)).toMatchObject([{ destinationId, finalState: 'held' }]);
    expect(await update(['status'], { status: 'active' })).toMatchObject({ status: 'active' });
    expect(await stores.closings.list(5)).toEqual([]);
    expect(await stores.releases.isUnderWay(destinationId)).toBe(true);
    expect((await events()).map(({ payload }) => (payload as { status: string }).status)).toEqual([
      'active',
      'disabled',
      'active',
    ]);
  });

  it('renames and pauses a destination whose type only a later version knows, and leaves its metadata', async () => {
    const { db, aDestination, stores, showMetadata } = notifications();
    const { id } = await aDestination('hooks');
    await db('destinations').where({ id }).update({ type: 'later', metadata: '{"bucket":"b"}', sealed_headers: 'x' });
    await update(['name'], { name: 'renamed' });
    expect(await update(['status'], { idOrName: id, status: 'disabled' })).toMatchObject({ name: 'renamed' });
    await expect(update(['metadata.url'], { idOrName: id }, { url: URL })).rejects.toMatchObject({
      kind: 'unprocessable',
      detail: 'This version has no driver for destinations of type later.',
    });
    const row = await stores.destinations.find(PROJECT, id);
    expect(row).toMatchObject({ type: 'later', metadata: { bucket: 'b' }, sealedSecrets: 'x' });
    expect(row && showMetadata(row, { values: true })).toEqual({ bucket: 'b' });
  });

  it.each<[string, string[], Given, Json | undefined, string]>([
    ['no mask', [], {}, undefined, 'invalidArgument'],
    ['a mask nobody knows', ['secrets'], {}, undefined, 'invalidArgument'],
    ['a status that is none', ['status'], { status: 'asleep' }, undefined, 'invalidArgument'],
    ['a name that is none', ['name'], { name: 'a b' }, undefined, 'invalidArgument'],
    ['metadata that is missing', ['metadata'], {}, undefined, 'invalidArgument'],
    ['an address taken away', ['metadata.url'], {}, {}, 'invalidArgument'],
    ['an address that is never called', ['metadata.url'], {}, { url: 'https://10.0.0.1/in' }, 'unprocessable'],
    ['another type', ['type'], { type: 's3' }, undefined, 'unprocessable'],
  ])('refuses %s, and changes nothing', async (_what, mask, given, metadata, kind) => {
    const { stores, wakes, aDestination } = notifications();
    const before = await aDestination('hooks');
    await expect(update(mask, given, metadata)).rejects.toMatchObject({ kind });
    expect(await stores.destinations.find(PROJECT, before.id)).toEqual(before);
    expect(wakes.worker).toBe(0);
  });

  it('and deleteDestination know none of another project', async () => {
    const { deleteDestination, wakes, aDestination } = notifications();
    await aDestination('hooks');
    const absent = { kind: 'notFound', detail: 'There is no such destination.' };
    for (const [idOrName, projectId] of [
      ['hooks', ABSENT],
      ['nothing', PROJECT],
    ] as const) {
      await expect(update(['name'], { idOrName, projectId, name: 'x' })).rejects.toMatchObject(absent);
      await expect(deleteDestination({ projectId, idOrName })).rejects.toMatchObject(absent);
    }
    expect(wakes).toEqual({ worker: 0, closer: 0 });
  });
});
