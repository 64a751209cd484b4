import type { Schema } from '../../../api/contract.ts';
import { Table } from '../../../ui/table.tsx';
import { useLinks, useProjectPoll } from '../../place/console_context.ts';
import { Page } from '../../place/page.tsx';
import { DestinationBadge } from '../destinations/destination_badge.tsx';
import { HealthReasons } from '../installations/health_reasons.tsx';
import { OperationTable } from '../operations/operation_table.tsx';
import { Activity } from './activity.tsx';
import { FirstSteps } from './first_steps.tsx';
import { Headline } from './headline.tsx';
import { Proxied } from './proxied.tsx';

/**
 * The first view: unhealthy installations and the reasons, tasks for a person, and the reads and deliveries over time.
 */
export function Overview() {
  const link = useLinks();
  const query = { healthStatus: 'unhealthy', pageSize: 20 };
  const unhealthy = useProjectPoll('listInstallationsForProject', { query });
  const destinations = useProjectPoll('listDestinations', { query: { pageSize: 1_000 } });
  const failed = useProjectPoll('listOperationsForProject', { query: { status: 'failure', pageSize: 5 } });
  const any = useProjectPoll('listInstallationsForProject', { query: { pageSize: 1 } });
  const running = useProjectPoll('listOperationsForProject', { query: { status: 'in_progress', pageSize: 5 } });
  const broken = destinations.data?.filter(({ status, failures }) => status === 'disabled' || (failures ?? 0) > 0);
  return (
    <Page
      title="Overview"
      problem={unhealthy.problem ?? destinations.problem ?? failed.problem ?? running.problem}
      asked={{ id: 'listInstallationsForProject', query }}
    >
      <FirstSteps />
      <Headline />
      <h2>Unhealthy installations</h2>
      <Table<Schema<'Installation'>>
        name="Unhealthy installations"
        rows={any.data && unhealthy.data}
        keyOf={({ id }) => id}
        empty={any.data?.length === 0 ? 'There is no installation yet.' : 'Every installation is healthy.'}
        columns={[
          {
            title: 'Customer',
            cell: ({ id, integrationId, group, connection }) => (
              <a href={link('installations', [integrationId, id])}>{(group ?? connection.group).groupName}</a>
            ),
          },
          { title: 'Provider', cell: ({ connection }) => connection.provider },
          { title: 'Why', cell: (installation) => <HealthReasons installation={installation} /> },
        ]}
      />
      {unhealthy.data?.length === 20 && (
        <p>
          <a href={link('installations', [], { healthStatus: 'unhealthy' })}>All unhealthy installations</a>
        </p>
      )}
      <h2>Destinations that need somebody</h2>
      <Table<Schema<'Destination'>>
        name="Destinations that need somebody"
        rows={broken}
        keyOf={({ id }) => id}
        empty="Every destination accepts what it is sent."
        columns={[
          { title: 'Destination', cell: ({ id, name }) => <a href={link('destinations', [id])}>{name}</a> },
          { title: 'Status', cell: (destination) => <DestinationBadge destination={destination} /> },
          { title: 'Failures in a row', isNumber: true, cell: ({ failures }) => failures },
          { title: 'Deliveries', cell: ({ id }) => <a href={link('deliveries', [], { destination: id })}>Show</a> },
        ]}
      />
      <Activity destinations={destinations.data} />
      <Proxied />
      <h2>Running now</h2>
      <OperationTable name="Running now" rows={running.data?.results} empty="Nothing is running." />
      <h2>Failed last</h2>
      <OperationTable name="Failed last" rows={failed.data?.results} empty="No operation that is kept has failed." />
    </Page>
  );
}
