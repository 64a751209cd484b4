import { expect, it } from '@jest/globals';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Services } from '../../rest/operation.ts';
import { deleteDestination } from './delete_destination.ts';

const CALL = { requestId: 'r', principal: 'system:test', deadline: 0 };
const REQUEST = { projectId: 'p', destinationIdOrName: 'hook' };
const NOBODY = { integrationNames: [], installations: [], hasMore: false };

/** The RPCs that a deletion calls. `users` is the answer of the installation service. */
function services(users: () => Promise<unknown>) {
  const calls: string[] = [];
  const noted = (name: string, answer: () => Promise<unknown>) => async (_call: unknown, request: object) => {
    calls.push(`${name} ${JSON.stringify(request)}`);
    return answer();
  };
  const deletion = { destinationId: 'd', names: ['hook', 'former'], generation: 3 };
  return {
    calls,
    services: {
      notifications: {
        startDestinationDeletion: noted('start', async () => deletion),
        cancelDestinationDeletion: noted('cancel', async () => ({})),
        deleteDestination: noted('delete', async () => ({})),
      },
      installation: { findDestinationUsers: noted('users', users) },
    } as unknown as Services,
  };
}

const START = `start ${JSON.stringify(REQUEST)}`;
const USERS = 'users {"projectId":"p","destinationId":"d","names":["hook","former"],"generation":3}';
const CANCEL = 'cancel {"projectId":"p","destinationId":"d","generation":3}';

it('L2: deletes a destination without users, under its mark', async () => {
  const { calls, services: given } = services(async () => NOBODY);
  await deleteDestination(given, CALL, REQUEST);
  expect(calls).toEqual([START, USERS, 'delete {"projectId":"p","destinationIdOrName":"d","generation":3}']);
});

it('L2: names the users of one that is in use, and removes the mark', async () => {
  const installations = [{ installationId: 'i', integrationName: 'crm', groupRef: 'acme' }];
  const users = { integrationNames: ['crm'], installations, hasMore: true };
  const { calls, services: given } = services(async () => users);
  await expect(deleteDestination(given, CALL, REQUEST)).rejects.toMatchObject({
    kind: 'conflict',
    detail: 'The destination hook is in use; it was not deleted.',
    extras: {
      causes: [
        'The integration crm names it.',
        'The installation i of crm for the group acme delivers to it.',
        'There are more.',
      ],
    },
  });
  expect(calls).toEqual([START, USERS, CANCEL]);
});

it('L2: removes the mark when its users cannot be found out', async () => {
  const unavailable = new Problem('unavailable', 'installation does not answer.');
  const { calls, services: given } = services(() => Promise.reject(unavailable));
  await expect(deleteDestination(given, CALL, REQUEST)).rejects.toBe(unavailable);
  expect(calls).toEqual([START, USERS, CANCEL]);
});
