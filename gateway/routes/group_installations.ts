import type { Call } from '../../lib/rpc/call.ts';
import type { Services } from '../rest/operation.ts';

/** The max installations of a group. The query of a list reads one range of an index per installation. */
const MAX_INSTALLATIONS = 100;

type Filter = { groupRef?: string | undefined; installationId?: string | undefined };
type InstallationSelection = { installationId: string; installationIds: string[] };

/**
 * The installations to which a list is limited. Without a group: the named one, or none (and an empty `installationId`)
 * for the whole project. With a group: its newest 100 current installations, or the named one of them. Null: the list
 * is empty.
 */
export async function installationsOf(
  installation: Services['installation'],
  call: Call,
  { projectId, groupRef = '', installationId = '' }: Filter & { projectId: string },
): Promise<InstallationSelection | null> {
  if (groupRef === '') return { installationId, installationIds: [] };
  const { installations } = await installation.listInstallations(call, { projectId, groupRef });
  const ids = installations.slice(0, MAX_INSTALLATIONS).map(({ id }) => id);
  if (installationId !== '') return ids.includes(installationId) ? { installationId, installationIds: [] } : null;
  return ids.length > 0 ? { installationId: '', installationIds: ids } : null;
}
