import type { Schema } from '../../../api/contract.ts';
import { Loading } from '../../../ui/loading.tsx';
import { Facts } from '../../../ui/table.tsx';
import { useLinks, useProjectPoll } from '../../place/console_context.ts';

/** The users of a destination: integrations and installations that deliver to it, and topics that are routed to it. */
export function DestinationUsers({ destination }: { destination: Schema<'Destination'> }) {
  const link = useLinks();
  const { data } = useProjectPoll('listDestinationUsers', { path: { destination: destination.id } });
  const integrations = useProjectPoll('listIntegrations', { query: { pageSize: 1_000 } });
  const topics = useProjectPoll('listTopics', { query: { pageSize: 1_000 } });
  const routes = useProjectPoll('listTopicDestinationRoutes', { query: { pageSize: 1_000 } });
  const idOf = (name: string) => integrations.data?.find((one) => one.name === name)?.id ?? name;
  const topicNames = (routes.data ?? [])
    .filter(({ destinationId }) => destinationId === destination.id)
    .map(({ topicId }) => topics.data?.find(({ id }) => id === topicId)?.name ?? topicId);
  if (!data) return <Loading />;
  const { installations, hasMore } = data;
  if (data.integrations.length + installations.length + topicNames.length === 0)
    return <p class="soft">Nothing is delivered here: no manifest, config or topic names it.</p>;
  return (
    <Facts
      facts={{
        Integrations: data.integrations.map((name) => (
          <div key={name}>
            <a href={link('integrations', [idOf(name)])}>{name}</a>
          </div>
        )),
        Installations: installations.map(({ installationId, integrationName, groupRef }) => (
          <div key={installationId}>
            <a href={link('installations', [idOf(integrationName), installationId])}>
              {groupRef} · {integrationName}
            </a>
          </div>
        )),
        Topics: topicNames.map((name) => (
          <div key={name}>
            <a href={link('routes')}>{name}</a>
          </div>
        )),
        ...(hasMore && { 'And more': 'At most 20 of each are listed.' }),
      }}
    />
  );
}
