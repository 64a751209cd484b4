import type { Schema } from '../../../api/contract.ts';
import { Breakable } from '../../../ui/breakable.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { More, usePolledList } from '../../../ui/more.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useConsole, useLinks } from '../../place/console_context.ts';
import { useFilters } from '../../place/filters.ts';
import { Page } from '../../place/page.tsx';
import { auditActions } from './audit_actions.ts';

type Entry = Schema<'AuditEntry'>;

/** The audit log, newest entry first. Only admins may see it. */
export function AuditLog() {
  const { call, project } = useConsole();
  const [filters, setFilter] = useFilters();
  const query = { actor: filters['actor'], action: filters['action'], targetId: filters['targetId'] };
  const list = usePolledList(call, 'listAuditEntries', { path: { projectIdOrName: project.id }, query });
  return (
    <Page
      title="Audit log"
      lead="Who changed or revealed what here and in the org. Entries stay for 400 days and hold no values."
      problem={list.problem}
      asked={{ id: 'listAuditEntries', query }}
    >
      <form class="row" onSubmit={(event) => event.preventDefault()}>
        <TextField label="Actor" type="search" value={filters['actor'] ?? ''} onValue={setFilter('actor')} />
        <SelectField
          label="Action"
          value={filters['action'] ?? ''}
          options={[['', 'Any'], ...auditActions.map((action) => [action, action] as const)]}
          onValue={setFilter('action')}
        />
        <TextField label="Target id" type="search" value={filters['targetId'] ?? ''} onValue={setFilter('targetId')} />
      </form>
      <Table<Entry>
        name="Audit log"
        rows={list.rows}
        keyOf={({ id }) => id}
        empty="No entry fits these filters."
        columns={[
          { title: 'Time', cell: ({ time }) => <Time at={time} /> },
          { title: 'Actor', cell: ({ actor, actorName }) => <Actor actor={actor} name={actorName} /> },
          {
            title: 'Action',
            cell: ({ action }) => (
              <code>
                <Breakable text={action} />
              </code>
            ),
          },
          { title: 'Target', cell: (entry) => <Target entry={entry} /> },
          { title: 'Fields', cell: ({ fields }) => fields.join(', ') },
        ]}
      />
      <More list={list} />
    </Page>
  );
}

/** A link to all entries of this actor. */
function Actor({ actor, name = actor }: { actor: string; name: string | undefined }) {
  const link = useLinks();
  return (
    <a href={link('audit-log', [], { actor })} title={actor}>
      {name}
    </a>
  );
}

/** The views that show the target of an entry by its id. */
const VIEWS: Readonly<Record<string, string>> = { operation: 'operations', destination: 'destinations' };

function Target({ entry: { action, targetId, targetName, isOfOrg } }: { entry: Entry }) {
  const link = useLinks();
  const [kind = '', verb] = action.split('.');
  const view = VIEWS[kind];
  const text = targetName ?? targetId;
  return (
    <>
      {view && verb !== 'deleted' ? <a href={link(view, [targetId])}>{text}</a> : <span title={targetId}>{text}</span>}
      {isOfOrg && <span class="soft"> (org)</span>}
    </>
  );
}
