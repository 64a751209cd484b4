import { useAsked, useLinks } from './console_context.ts';

/** Ms. Names change rarely. */
const EVERY_MS = 30_000;

/** A destination by its name; by its id while that is not known, or when it is deleted. `text`: before it, in the link. */
export function DestinationLink({ id, text = '' }: { id: string; text?: string }) {
  const link = useLinks();
  const { data } = useAsked('getDestination', { path: { destination: id } }, { everyMs: EVERY_MS, isQuiet: true });
  return (
    <a href={link('destinations', [id])}>
      {text}
      {data?.name ?? id}
    </a>
  );
}

/** An integration by its name. */
export function IntegrationLink({ id }: { id: string }) {
  const link = useLinks();
  const { data } = useAsked(
    'getIntegration',
    { path: { integrationIdOrName: id } },
    { everyMs: EVERY_MS, isQuiet: true },
  );
  return <a href={link('integrations', [id])}>{data?.name ?? id}</a>;
}

/** An installation by its customer and provider. */
export function InstallationLink({ integrationId, id }: { integrationId: string; id: string }) {
  const link = useLinks();
  const path = { integrationIdOrName: integrationId, installationId: id };
  const { data } = useAsked('getInstallation', { path }, { everyMs: EVERY_MS, isQuiet: true });
  const { group = data?.connection.group, connection } = data ?? {};
  return (
    <a href={link('installations', [integrationId, id])}>
      {group ? `${group.groupName}: ${connection?.provider}` : id}
    </a>
  );
}
