import { type EventOf, eventOf } from '../../../lib/events/event.ts';
import type { InstallationBlock } from '../../../lib/events/payloads.ts';
import { parseJson } from '../../../lib/json/json.ts';
import type { InstallationConfig } from '../configs/config_content.ts';
import type { FullInstallation } from './installation.ts';

type EventIdAndTime = { eventId: string; time: number };

type InstallationEventType = 'installation.created' | 'installation.updated' | 'installation.deleted';

/**
 * Creates the event about a change of an installation. `last`: the config before the change; only for
 * installation.updated.
 */
export function installationEvent<T extends InstallationEventType>(
  type: T,
  owner: FullInstallation,
  integrationName: string,
  { eventId, time }: EventIdAndTime,
  last?: InstallationConfig,
): EventOf<T> {
  const config = configContentOf(owner.installation.config);
  return eventOf(type, {
    id: eventId,
    projectId: owner.installation.projectId,
    time,
    payload: {
      ...installationBlock(owner, integrationName),
      config,
      ...(last && { lastConfig: configContentOf(last) }),
    },
  });
}

function configContentOf({ contentJson }: InstallationConfig): object {
  return parseJson(contentJson) as object;
}

function installationBlock(
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
