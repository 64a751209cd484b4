import { type EventOf, eventOf } from '../../../lib/events/event.ts';
import type { InstallationBlock } from '../../../lib/events/payloads.ts';
import { parseJson } from '../../../lib/json/json.ts';
import type { InstallationConfig } from '../configs/config_content.ts';
import type { FullInstallation } from './installation.ts';

type EventIdAndTime = { eventId: string; time: number };

type InstallationType = 'installation.created' | 'installation.updated' | 'installation.deleted';

/** `last`: the config before the change. */
export function installationEvent<T extends InstallationType>(
  type: T,
  owner: FullInstallation,
  integrationName: string,
  { eventId, time }: EventIdAndTime,
  last?: InstallationConfig,
): EventOf<T> {
  const config = contentOf(owner.installation.config);
  return eventOf(type, {
    id: eventId,
    projectId: owner.installation.projectId,
    time,
    payload: { ...blockOf(owner, integrationName), config, ...(last && { lastConfig: contentOf(last) }) },
  });
}

function contentOf({ contentJson }: InstallationConfig): object {
  return parseJson(contentJson) as object;
}

function blockOf(
  { installation, group, connection: { connection, consumer } }: FullInstallation,
  integrationName: string,
): InstallationBlock {
  return {
    projectId: installation.projectId,
    provider: connection.provider,
    integrationId: installation.integrationId,
    integrationName,
    installationId: installation.id,
    connectionId: connection.id,
    groupRef: group.ref,
    groupName: group.name,
    consumerRef: consumer.ref,
    consumerName: consumer.name,
  };
}
