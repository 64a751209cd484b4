import { useLinks, useProjectPoll } from './console_context.ts';

/** The poll interval in milliseconds. Names change rarely. */
const EVERY_MS = 30_000;

/**
 * A link to a destination with its name, or its id while the name is unknown or the destination is deleted. `text`
 * precedes it.
 */
export function DestinationLink({ id, text = '' }: { id: string; text?: string }) {
  const link = useLinks();
  const { data } = useProjectPoll(
    'getDestination',
    { path: { destination: id } },
    { everyMs: EVERY_MS, isQuiet: true },
  );
  return (
    <a href={link('destinations', [id])}>
      {text}
      {data?.name ?? id}
    </a>
  );
}

/** A link to an integration with its name. */
export function IntegrationLink({ id }: { id: string }) {
  const link = useLinks();
  const { data } = useProjectPoll(
    'getIntegration',
    { path: { integrationIdOrName: id } },
    { everyMs: EVERY_MS, isQuiet: true },
  );
  return <a href={link('integrations', [id])}>{data?.name ?? id}</a>;
}

/** A link to an installation with its customer and provider. */
export function InstallationLink({ integrationId, id }: { integrationId: string; id: string }) {
  const link = useLinks();
  const path = { integrationIdOrName: integrationId, installationId: id };
  const { data } = useProjectPoll('getInstallation', { path }, { everyMs: EVERY_MS, isQuiet: true });
  const { group = data?.connection.group, connection } = data ?? {};
  return (
    <a href={link('installations', [integrationId, id])}>
      {group ? `${group.groupName}: ${connection?.provider}` : id}
    </a>
  );
}
