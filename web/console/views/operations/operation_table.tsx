import type { Schema } from '../../../api/contract.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useLinks } from '../../place/console_context.ts';

type Props = { name: string; rows: readonly Schema<'Operation'>[] | undefined; empty: string };

export function OperationTable({ name, rows, empty }: Props) {
  const link = useLinks();
  return (
    <Table<Schema<'Operation'>>
      name={name}
      rows={rows}
      keyOf={({ id }) => id}
      empty={empty}
      columns={[
        {
          title: 'Started',
          cell: ({ id, createTime }) => (
            <a href={link('operations', [id])}>
              <Time at={createTime} />
            </a>
          ),
        },
        { title: 'What', cell: ({ actionType, metadata }) => `${actionType} ${metadata?.objects?.join(', ') ?? ''}` },
        { title: 'Status', cell: ({ status }) => <Badge>{status}</Badge> },
        { title: 'Result', cell: ({ result }) => result },
        { title: 'Records', isNumber: true, cell: ({ metadata }) => recordsOf(metadata) },
        { title: 'Delivered', isNumber: true, cell: ({ metadata }) => metadata?.progress?.recordsDelivered },
      ]}
    />
  );
}

/** What was read, or what was written. */
function recordsOf(metadata: Schema<'Operation'>['metadata']): number | undefined {
  return metadata?.write?.recordsWritten ?? metadata?.progress?.recordsProcessed;
}
