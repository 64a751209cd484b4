import type { Call } from '../../lib/rpc/call.ts';
import type { Services } from '../rest/operation.ts';

/** Each is a range of an index that the list of a group reads. */
const MAX = 100;

type Filter = { groupRef?: string | undefined; installationId?: string | undefined };
type Found = { installationId: string; installationIds: string[] };

/**
 * The installations that a list is limited to; none and an empty `installationId` for a list of the whole project. With a
 * group, the newest 100 that it has now, and of them the named one. Null: nothing can be in the list.
 */
export async function installationsOf(
  installation: Services['installation'],
  call: Call,
  { projectId, groupRef = '', installationId = '' }: Filter & { projectId: string },
): Promise<Found | null> {
  if (groupRef === '') return { installationId, installationIds: [] };
  const { installations } = await installation.listInstallations(call, { projectId, groupRef });
  const ids = installations.slice(0, MAX).map(({ id }) => id);
  if (installationId !== '') return ids.includes(installationId) ? { installationId, installationIds: [] } : null;
  return ids.length > 0 ? { installationId: '', installationIds: ids } : null;
}
