import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { DestinationUsers__Output as Users } from '../../../protos/gen/causeway/installation/v1/DestinationUsers.ts';
import type { Services } from '../../rest/operation.ts';

type Request = { projectId: string; destinationIdOrName: string };

/**
 * Deletes a destination that is not in use. The gateway asks installation for users, because notifications may not call
 * installation. Meanwhile the destination is marked, and its names do not resolve.
 * services/notifications/destinations/destination_deletion.ts describes why no deploy can use it, and what removes the
 * mark if this process crashes. Throws notFound, and conflict with the users.
 */
export async function deleteDestination(
  { notifications, installation }: Services,
  call: Call,
  { projectId, destinationIdOrName }: Request,
): Promise<void> {
  const deletion = await notifications.startDestinationDeletion(call, { projectId, destinationIdOrName });
  const { destinationId, names, generation } = deletion;
  const cancel = () => notifications.cancelDestinationDeletion(call, { projectId, destinationId, generation });
  const users = await installation.findDestinationUsers(call, { projectId, ...deletion }).catch(async (error) => {
    // The caller gets the first failure. If removing the mark fails too, the mark expires.
    await cancel().catch(() => {});
    throw error;
  });
  if (users.integrationNames.length > 0 || users.installations.length > 0) {
    await cancel();
    throw inUse(names[0] ?? '', users);
  }
  await notifications.deleteDestination(call, { projectId, destinationIdOrName: destinationId, generation });
}

function inUse(name: string, { integrationNames, installations, hasMore }: Users): Problem {
  const causes = [
    ...integrationNames.map((integration) => `The integration ${integration} names it.`),
    ...installations.map(
      ({ installationId, integrationName, groupRef }) =>
        `The installation ${installationId} of ${integrationName} for the group ${groupRef} delivers to it.`,
    ),
    ...(hasMore ? ['There are more.'] : []),
  ];
  return new Problem('conflict', `The destination ${name} is in use; it was not deleted.`, {
    causes,
    remedy:
      'Deploy the integrations with another destination, update or delete the installations, and delete it again. To send to another URL, change the URL of the destination.',
  });
}
