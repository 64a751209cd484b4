import { describe, expect, it } from '@jest/globals';
import { silentLog } from '../../../lib/log/log.ts';
import { eachWithNotifications, PROJECT } from '../../../test/support/notifications_fixture.ts';
import { makeDeliverPages } from './deliver_pages.ts';

const EVERYTHING = {
  projectId: PROJECT,
  destinationIdOrName: '',
  state: '',
  installationId: '',
  objectName: '',
  operationId: '',
  since: 0,
  until: 0,
  pageSize: 0,
  pageToken: '',
};

describe('deliverPages', () => {
  const notifications = eachWithNotifications();
  const ABSENT = '01900000-0000-7000-8000-0000000000ff';
  async function deliver(destination: { destinationName: string; destinationId?: string }) {
    const { deps, db, events } = notifications();
    const messageId = deps.newId();
    const payload = {
      installationId: PROJECT,
      objectName: 'contacts',
      operationId: PROJECT,
      messageIds: [messageId],
      ...destination,
    };
    const page = { id: deps.newId(), type: 'read.page.committed' as const, projectId: PROJECT, time: 1, payload };
    await makeDeliverPages({ ...deps, log: silentLog })([page]);
    const row = (await db('deliveries').where({ id: messageId }).first('state', 'destination_id')) as object;
    const settled = (await events()).filter(({ type }) => type === 'read.messages.settled');
    return { ...row, settled: settled.length };
  }

  it('L1: holds messages without a destination and does not settle them', async () => {
    expect(await deliver({ destinationName: 'nowhere' })).toEqual({ state: 'held', destination_id: '', settled: 0 });
  });

  it('L2: uses the id, even if the name means another destination now', async () => {
    const { aDestination } = notifications();
    const { id } = await aDestination('hook');
    const { id: other } = await aDestination('other');
    const found = { state: 'pending', settled: 0 };
    expect(await deliver({ destinationName: 'other', destinationId: id })).toEqual({ ...found, destination_id: id });
    expect(await deliver({ destinationName: 'other' })).toEqual({ ...found, destination_id: other });
  });

  it('H1: ends messages for a deleted destination at once, and names it to reads', async () => {
    const { aDestination, deleteDestination, events, listDeliveries } = notifications();
    const { id } = await aDestination('old');
    await deleteDestination({ projectId: PROJECT, idOrName: id });
    const ended = { state: 'undelivered', destination_id: id, settled: 1 };
    expect(await deliver({ destinationName: 'old', destinationId: id })).toEqual(ended);
    const told = (await events()).find(({ type }) => type === 'read.messages.settled');
    expect(told?.payload).toMatchObject({ failed: 1, deletedDestinationId: id });
    for (const state of ['', 'undelivered']) {
      const { deliveries } = await listDeliveries({ ...EVERYTHING, state });
      expect(deliveries).toMatchObject([{ destinationId: id, state: 'undelivered' }]);
    }
    expect((await listDeliveries({ ...EVERYTHING, destinationIdOrName: id })).deliveries).toHaveLength(1);
  });

  it('H1: a destination that was deleted without a trace is noted, so that its messages are listed', async () => {
    expect(await deliver({ destinationName: 'old', destinationId: ABSENT })).toMatchObject({ state: 'undelivered' });
    const { deliveries } = await notifications().listDeliveries(EVERYTHING);
    expect(deliveries).toMatchObject([{ destinationId: ABSENT }]);
  });

  it('H1: messages that are held for a name which no destination has are listed', async () => {
    await deliver({ destinationName: 'nowhere' });
    const { deliveries } = await notifications().listDeliveries({ ...EVERYTHING, state: 'held' });
    expect(deliveries).toMatchObject([{ destinationId: '', state: 'held' }]);
  });

  it('L2: finds the destination of an older page by its former name', async () => {
    const { aDestination, updateDestination } = notifications();
    const { id } = await aDestination('hook');
    const change = { updateMask: ['name'], name: 'renamed', type: '', metadata: undefined };
    await updateDestination({ projectId: PROJECT, idOrName: 'hook', ...change });
    expect(await deliver({ destinationName: 'hook' })).toEqual({ state: 'pending', destination_id: id, settled: 0 });
  });
});
