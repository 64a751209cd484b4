import { SelectField, TextField } from '../../../ui/field.tsx';
import { More, usePolledList } from '../../../ui/more.tsx';
import { ChooseCustomer, CustomerField } from '../../filters/customer_field.tsx';
import { useOneCustomer } from '../../filters/customers.ts';
import { InstallationField } from '../../filters/installation_field.tsx';
import { IntegrationField, ObjectField } from '../../filters/known_fields.tsx';
import { useConsole } from '../../place/console_context.ts';
import { useFilters } from '../../place/filters.ts';
import { Page } from '../../place/page.tsx';
import { OperationDetail } from './operation_detail.tsx';
import { OperationTable } from './operation_table.tsx';

/** The view at /operations with filters, and at /operations/<id>. */
export function Operations() {
  const [operationId] = useConsole().place.rest;
  return operationId ? <OperationDetail key={operationId} operationId={operationId} /> : <OperationList />;
}

function OperationList() {
  const { call, project } = useConsole();
  const [filters, setFilter] = useFilters();
  const { actionType, status, objectName, integrationId, installationId, recordId } = filters;
  const { groupRef, fitting, isOpen } = useOneCustomer();
  const query = { groupRef, actionType, status, objectName, integrationId, installationId, recordId };
  // The API finds a record only by its installation and object.
  const lacks = recordId ? [!installationId && 'an installation', !objectName && 'an object'].filter(Boolean) : [];
  const asked = { path: { projectIdOrName: project.id }, query };
  const list = usePolledList(call, 'listOperationsForProject', asked, { skip: isOpen || lacks.length > 0 });
  return (
    <Page
      title="Operations"
      lead="Each is one run of work: a scheduled, triggered or first read, or a write."
      problem={list.problem}
      asked={{ id: 'listOperationsForProject', query }}
    >
      <form class="row" onSubmit={(event) => event.preventDefault()}>
        <CustomerField />
        <IntegrationField />
        <InstallationField groupRef={groupRef} value={installationId ?? ''} onValue={setFilter('installationId')} />
        <SelectField
          label="What"
          value={actionType ?? ''}
          options={[
            ['', 'Any'],
            ['read', 'Reads'],
            ['write', 'Writes'],
          ]}
          onValue={setFilter('actionType')}
        />
        <SelectField
          label="Status"
          value={status ?? ''}
          options={[
            ['', 'Any'],
            ['in_progress', 'In progress'],
            ['failure', 'Failed'],
            ['success', 'Succeeded'],
          ]}
          onValue={setFilter('status')}
        />
        <ObjectField />
        <TextField label="Record id" type="search" value={recordId ?? ''} onValue={setFilter('recordId')} />
      </form>
      {isOpen ? (
        <ChooseCustomer fitting={fitting} />
      ) : lacks.length > 0 ? (
        <p class="notice" role="status">
          A record is looked for in one object of one installation. Choose {lacks.join(' and ')} too.
        </p>
      ) : (
        <>
          <OperationTable name="Operations" rows={list.rows} empty="No operation fits these filters." />
          <More list={list} />
        </>
      )}
    </Page>
  );
}
