import { SelectField, TextField } from '../../../ui/field.tsx';
import { More, usePolledList } from '../../../ui/more.tsx';
import { useConsole } from '../../place/console_context.ts';
import { useFilters } from '../../place/filters.ts';
import { Page } from '../../place/page.tsx';
import { OperationDetail } from './operation_detail.tsx';
import { OperationTable } from './operation_table.tsx';

/** /operations with filters, and /operations/<id>. */
export function Operations() {
  const [operationId] = useConsole().place.rest;
  return operationId ? <OperationDetail key={operationId} operationId={operationId} /> : <OperationList />;
}

function OperationList() {
  const { call, project } = useConsole();
  const [filters, setFilter] = useFilters();
  const { actionType, status, objectName, installationId, recordId } = filters;
  const query = { actionType, status, objectName, installationId, recordId };
  const list = usePolledList(call, 'listOperationsForProject', { path: { projectIdOrName: project.id }, query });
  return (
    <Page
      title="Operations"
      lead="Each is one run of work: a scheduled, triggered or first read, or a write."
      problem={list.problem}
      asked={{ id: 'listOperationsForProject', query }}
    >
      <form class="row" onSubmit={(event) => event.preventDefault()}>
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
        <TextField label="Object" type="search" value={objectName ?? ''} onValue={setFilter('objectName')} />
        <TextField label="Record id" type="search" value={recordId ?? ''} onValue={setFilter('recordId')} />
      </form>
      <OperationTable name="Operations" rows={list.rows} empty="No operation fits these filters." />
      <More list={list} />
    </Page>
  );
}
