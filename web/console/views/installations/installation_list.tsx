import type { Schema } from '../../../api/contract.ts';
import { Badge } from '../../../ui/badge.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { More, usePolledList } from '../../../ui/more.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { CustomerField } from '../../filters/customer_field.tsx';
import { useCustomerFilter } from '../../filters/customers.ts';
import { ProviderField } from '../../filters/known_fields.tsx';
import { useConsole, useLinks } from '../../place/console_context.ts';
import { useFilters } from '../../place/filters.ts';
import { Page } from '../../place/page.tsx';
import { HealthBadge, HealthReasons } from './health_reasons.tsx';

/** All installations of the project. The server filters them. */
export function InstallationList() {
  const { call, project } = useConsole();
  const link = useLinks();
  const [filters, setFilter] = useFilters();
  const query = { ...useCustomerFilter(), provider: filters['provider'], healthStatus: filters['healthStatus'] };
  const asked = { path: { projectIdOrName: project.id }, query };
  const list = usePolledList(call, 'listInstallationsForProject', asked);
  return (
    <Page
      title="Installations"
      lead="Each is one customer's connection with its config, bound to an integration."
      problem={list.problem}
      asked={{ id: 'listInstallationsForProject', query }}
    >
      <form class="row" onSubmit={(event) => event.preventDefault()}>
        <CustomerField />
        <ProviderField />
        <SelectField
          label="Health"
          value={filters['healthStatus'] ?? ''}
          options={[
            ['', 'Any'],
            ['unhealthy', 'Unhealthy'],
            ['healthy', 'Healthy'],
          ]}
          onValue={setFilter('healthStatus')}
        />
      </form>
      <Table<Schema<'Installation'>>
        name="Installations"
        rows={list.rows}
        keyOf={({ id }) => id}
        empty="No installation fits. A customer's installation appears when it is created by the API, the UI library or the connect page."
        columns={[
          {
            title: 'Customer',
            cell: ({ id, integrationId, group, connection }) => (
              <a href={link('installations', [integrationId, id])}>{(group ?? connection.group).groupName}</a>
            ),
          },
          { title: 'Provider', cell: ({ connection }) => connection.provider },
          { title: 'Health', cell: (installation) => <HealthBadge installation={installation} /> },
          { title: 'Why', cell: (installation) => <HealthReasons installation={installation} /> },
          {
            title: 'Last operation',
            cell: ({ lastOperationStatus }) => lastOperationStatus && <Badge>{lastOperationStatus}</Badge>,
          },
          { title: 'Created', cell: ({ createTime }) => <Time at={createTime} /> },
        ]}
      />
      <More list={list} />
    </Page>
  );
}
