import type { Schema } from '../../../api/contract.ts';
import { Facts, Table } from '../../../ui/table.tsx';
import { useLinks } from '../../place/console_context.ts';

type Change = NonNullable<Schema<'Replay'>['changes']>[number];

/** Compares the records of a replay with those of the operation that it replays. */
export function ReplayDifference({ replay }: { replay: Schema<'Replay'> }) {
  const link = useLinks();
  const { operationId, delivers, records, changes } = replay;
  return (
    <section aria-label="Replay" class="card">
      <h2>Replay</h2>
      <Facts
        facts={{
          Repeats: <a href={link('operations', [operationId])}>{operationId}</a>,
          Delivers: delivers ? 'yes' : 'no',
          ...(records && {
            Same: records.same,
            Changed: records.changed,
            Added: records.added,
            Removed: records.removed,
            'Not known': records.unknown,
          }),
        }}
      />
      {changes && (
        <Table<Change>
          name="Records that differ"
          rows={changes}
          keyOf={({ id, change }) => `${id} ${change}`}
          empty="No record differs."
          columns={[
            { title: 'Record', cell: ({ id }) => id },
            { title: 'Change', cell: ({ change }) => change },
            { title: 'Fields', cell: ({ fields }) => fields?.join(', ') },
          ]}
        />
      )}
    </section>
  );
}
