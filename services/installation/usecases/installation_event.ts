import { eventOf, type EventOf } from '../../../lib/events/event.ts';
import type { InstallationBlock } from '../../../lib/events/payloads.ts';
import { parseJson } from '../../../lib/json/json.ts';
import type { FullInstallation } from '../domain/installation.ts';

type When = { eventId: string; time: number };

export function installationEvent<T extends 'installation.created' | 'installation.deleted'>(
  type: T,
  owner: FullInstallation,
  integrationName: string,
  { eventId, time }: When,
): EventOf<T> {
  const config = parseJson(owner.installation.config.contentJson) as object;
  return eventOf(type, {
    id: eventId,
    projectId: owner.installation.projectId,
    time,
    payload: { ...blockOf(owner, integrationName), config },
  });
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
