import type { Schema } from '../../../api/contract.ts';
import { Badge } from '../../../ui/badge.tsx';
import { durationText } from '../../../ui/duration.ts';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useLinks } from '../../place/console_context.ts';
import { useInstallationNames } from '../../place/installation_names.ts';
import { durationOf, operationState, triggerText, waitText } from './operation_state.ts';

type Operation = Schema<'Operation'>;
type Props = { name: string; rows: readonly Operation[] | undefined; empty: string };

export function OperationTable({ name, rows, empty }: Props) {
  const link = useLinks();
  const nameOf = useInstallationNames(rows);
  return (
    <Table<Operation>
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
        { title: 'Trigger', cell: triggerText },
        {
          title: 'Customer',
          cell: ({ integrationId, installationId }) => (
            <a href={link('installations', [integrationId, installationId])}>
              {nameOf(installationId)?.customer || 'installation'}
            </a>
          ),
        },
        { title: 'Provider', cell: ({ installationId }) => nameOf(installationId)?.provider },
        { title: 'Status', cell: (operation) => <OperationBadge operation={operation} /> },
        // Removes the object's name from the beginning, because another column shows it.
        { title: 'Result', cell: ({ result }) => result?.replace(/^\[[^\]]+\] /, '') },
        { title: 'Duration', isNumber: true, cell: durationCell },
        { title: 'Records', isNumber: true, cell: ({ metadata }) => recordsOf(metadata) },
        { title: 'Delivered', isNumber: true, cell: ({ metadata }) => metadata?.progress?.recordsDelivered },
      ]}
    />
  );
}

/** The outcome or the wait of an operation, and whether its list of records may be incomplete. */
export function OperationBadge({ operation }: { operation: Operation }) {
  const { word, tone } = operationState(operation);
  const wait = waitText(operation);
  return (
    <>
      <Badge {...(tone !== undefined && { tone })}>{word}</Badge>
      {wait && <div>{wait}</div>}
      {operation.isComplete === false && <div>its list may be incomplete</div>}
    </>
  );
}

function durationCell(operation: Operation): string | undefined {
  const ms = durationOf(operation, Date.now());
  return ms === null ? undefined : durationText(ms);
}

/** The number of records read or written. */
function recordsOf(metadata: Operation['metadata']): number | undefined {
  return metadata?.write?.recordsWritten ?? metadata?.progress?.recordsProcessed;
}
