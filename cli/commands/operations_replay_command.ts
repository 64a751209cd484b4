import { Command, Option } from 'commander';
import { changeSign } from '../output/change_sign.ts';
import type { End, Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { type Server, ServerFault, type ServerOptions, withServer } from '../server/server.ts';
import { waitForOperation } from './follow_operation.ts';

type Options = ServerOptions & { config: 'same' | 'current'; deliver?: boolean; json?: boolean };
type Change = { id: string | null; change: string; fields?: string[] };
type Replay = {
  config: string;
  delivers: boolean;
  records: Record<'added' | 'removed' | 'changed' | 'same' | 'unknown', number>;
  calls: { exact: number; byOrder: number };
  changes: Change[];
};
type Operation = { id: string; status: string; result?: string; metadata?: { replay?: Replay } };
type Ask = (run: (server: Server) => Promise<void>, options: ServerOptions) => Promise<void>;

/**
 * `causeway operations replay <id>`: runs an operation again from its archived pages, without calling the provider, and
 * shows the differences. Exit codes, as for diff: 0 without differences, 1 with differences or when the replay failed.
 */
export function operationsReplayCommand(output: Output, end: End, asked: Ask): Command {
  return withServer(new Command('replay'))
    .description('Run an operation again from its archived pages, and show the differences.')
    .argument('<id>', 'the operation')
    .addOption(
      new Option('--config <which>', 'the config of the original read, or the current config')
        .choices(['same', 'current'])
        .default('same'),
    )
    .option('--deliver', 'deliver its records again, as new messages')
    .option('--json', 'print the finished operation as JSON')
    .action((id: string, options: Options) =>
      asked(async (server) => {
        const { config, deliver = false, json } = options;
        const path = `/operations/${encodeURIComponent(id)}:replay`;
        const { operationId } = await server.call<{ operationId: string }>('POST', path, { config, deliver });
        const operation = await waitForOperation<Operation>(server, operationId);
        output.out(json ? `${JSON.stringify(operation, null, 2)}\n` : replayText(id, operation));
        if (operation.status !== 'success' || isDifferent(operation)) end(1);
      }, options),
    );
}

function replayOf({ metadata }: Operation): Replay {
  if (!metadata?.replay) throw new ServerFault('The response of the platform has no replay result.');
  return metadata.replay;
}

function isDifferent(operation: Operation): boolean {
  const { added, removed, changed } = replayOf(operation).records;
  return added + removed + changed > 0;
}

function replayText(of: string, operation: Operation): string {
  const { config, delivers, changes, records, calls } = replayOf(operation);
  const told = records.added + records.removed + records.changed - changes.length;
  const lines = [
    `Operation ${of}, replayed as ${operation.id} with the ${config} config${delivers ? ' and delivered' : ''}.`,
    operation.result ?? operation.status,
    ...changes.map(changeLine),
    ...(told > 0 ? [`… and ${told} more`] : []),
    ...(calls.byOrder > 0
      ? [
          `${calls.byOrder} of ${calls.exact + calls.byOrder} calls differ from the original: each got the archived response of the same URL.`,
        ]
      : []),
    ...(records.unknown > 0
      ? [`The messages of ${records.unknown} records were deleted by retention, so only their ids could be compared.`]
      : []),
  ];
  return lines.map((line) => `${plain(line)}\n`).join('');
}

function changeLine({ id, change, fields = [] }: Change): string {
  const sign = changeSign(change);
  return `${sign === '?' ? `? ${change}` : sign} ${id ?? '(no id)'}${fields.length > 0 ? `  ${fields.join(', ')}` : ''}`;
}
