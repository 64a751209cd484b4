import { Command, Option } from 'commander';
import { similarName } from '../../lib/problem/similar_name.ts';
import type { End, Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { askFor, showJson, showList, withJson } from '../server/ask.ts';
import { type FilterOptions, withFilters } from '../server/filters.ts';
import { installationId, integrationId } from '../server/names.ts';
import { type Page, pagedList } from '../server/paged_list.ts';
import { type Server, ServerFault, type ServerOptions, withServer } from '../server/server.ts';
import { followOperation } from './follow_operation.ts';
import { operationsReplayCommand } from './operations_replay_command.ts';

type Waiting = { reason: string; detail: string; until?: string };
type ShownOperation = {
  id: string;
  status: string;
  actionType?: string;
  result?: string;
  waitingFor?: Waiting;
  createTime?: string;
  integrationId: string;
  installationId: string;
  metadata?: {
    objects?: string[];
    messageIds?: string[];
    progress?: { recordsProcessed?: number; recordsDelivered?: number };
    write?: { recordsWritten: number };
  };
};
type Line = { timestamp: string; severity: string; message: { msg: string; error?: string } };
type ListOptions = ServerOptions &
  FilterOptions & { integration?: string; status?: string; type?: string; record?: string };

const TITLES = ['ID', 'STATUS', 'TYPE', 'GROUP', 'OBJECT', 'RECORDS', 'DELIVERED', 'CREATED', 'RESULT'];

/** `causeway operations …`: lists, shows and replays the operations of a running platform. */
export function operationsCommand(output: Output, end: End): Command {
  // Positional options: an option after the name of a subcommand belongs to the subcommand, not to `operations`.
  const operations = withJson(withServer(new Command('operations').enablePositionalOptions().allowExcessArguments()))
    .description('Operations of a running platform: list, get, logs, replay; --follow shows one until it ends.')
    .option('--follow <id>', 'show this operation until it ends; exits with 1 if it failed');
  const asked = askFor(output, end);

  operations.action((options: ServerOptions & { follow?: string; json?: boolean }) => {
    const { follow, json } = options;
    if (operations.args.length > 0) return refuseCommand(operations);
    if (follow === undefined) return operations.help({ error: true });
    return asked(async (server) => {
      if (!(await followOperation(server, follow, { output, json }))) end(1);
    }, options);
  });

  withFilters(withServer(operations.command('list')))
    .description('List the newest operations of the project.')
    .option('--integration <id or name>', 'of this integration')
    .addOption(new Option('--status <status>', 'with this status').choices(['success', 'failure', 'in_progress']))
    .addOption(new Option('--type <type>', 'of this type').choices(['read', 'write', 'subscribe']))
    .option('--record <id>', 'only those that delivered this record; with --installation and --object')
    .action((options: ListOptions) =>
      asked(async (server) => {
        const page = await operationsOf(server, options);
        const { results, pagination } = page;
        const ofRecord = options.record === undefined ? [] : ['DELIVERIES'];
        const titles = [...TITLES, ...ofRecord];
        const groups = options.json ? new Map<string, string>() : await groupsOf(server, results);
        const rows = results.map((one) => [...cells(one, groups), ...ofRecord.map(() => deliveriesOf(one))]);
        showList(output, { titles, rows, json: page }, options.json);
        if (!pagination.done && results.length < options.limit)
          output.err('There may be more: the search ended early. Give --since or more filters.\n');
      }, options),
    );
  withJson(withServer(operations.command('get')))
    .alias('show')
    .description('Show one operation as JSON.')
    .argument('<id>', 'its id')
    .action((id: string, options: ServerOptions) =>
      asked(
        async (server) => showJson(output, await server.call('GET', `/operations/${encodeURIComponent(id)}`)),
        options,
      ),
    );
  withJson(withServer(operations.command('logs')))
    .description('Show the log lines of an operation.')
    .argument('<id>', 'its id')
    .action((id: string, options: ServerOptions & { json?: boolean }) =>
      asked(async (server) => {
        const lines = await server.call<Line[]>('GET', `/operations/${encodeURIComponent(id)}/logs`);
        if (options.json) return showJson(output, lines);
        output.out(lines.map(logLine).join(''));
      }, options),
    );
  operations.addCommand(operationsReplayCommand(output, end, asked));
  return operations;
}

/** Refuses a misspelt subcommand. The parser takes it for an argument, because `operations` itself has an action. */
function refuseCommand(command: Command): void {
  const [word = ''] = command.args;
  const meant = similarName(
    word,
    command.commands.map((one) => one.name()),
  );
  command.error(`error: unknown command '${word}'${meant === undefined ? '' : `\n(Did you mean ${meant}?)`}`);
}

async function operationsOf(server: Server, options: ListOptions): Promise<Page<ShownOperation>> {
  const { status, type: actionType, object: objectName, since, until, record: recordId } = options;
  const integration = await integrationId(server, options.integration);
  const installation = await installationId(server, options.installation, integration);
  const filter = { status, actionType, integrationId: integration, installationId: installation, objectName, recordId };
  return pagedList(server, '/operations', { ...filter, since, until }, options.limit);
}

/** The max number of concurrent requests. */
const AT_ONCE = 8;

/**
 * The group of each installation on the page. Requests only these installations. A deleted installation has no group.
 */
async function groupsOf(server: Server, operations: readonly ShownOperation[]): Promise<Map<string, string>> {
  const wanted = [...new Map(operations.map((one) => [one.installationId, one])).values()];
  const groups = new Map<string, string>();
  const askNext = async (): Promise<void> => {
    for (let one = wanted.pop(); one; one = wanted.pop()) {
      const path = `/integrations/${one.integrationId}/installations/${one.installationId}`;
      const found = await server.call<{ group?: { groupRef: string } }>('GET', path).catch(goneIsUndefined);
      if (found) groups.set(one.installationId, found.group?.groupRef ?? '');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askNext));
  return groups;
}

function goneIsUndefined(error: unknown): undefined {
  if (error instanceof ServerFault && error.status === 404) return;
  throw error;
}

function cells(operation: ShownOperation, groups: ReadonlyMap<string, string>): string[] {
  const { id, status, actionType = '', metadata, installationId: of, createTime = '' } = operation;
  const { objects = [], progress, write } = metadata ?? {};
  const records = write?.recordsWritten ?? progress?.recordsProcessed ?? '';
  const group = groups.get(of) ?? of;
  const end = operation.result ?? waitText(operation);
  return [id, status, actionType, group, objects.join(', '), String(records), delivered(operation), createTime, end];
}

/** The reason why an operation in progress waits, for the column of results; '' if the operation does not wait. */
function waitText({ waitingFor }: ShownOperation): string {
  if (!waitingFor) return '';
  const { reason, detail, until } = waitingFor;
  return `waits (${reason})${until ? ` until ${until}` : ''}: ${detail}`;
}

/** The number of delivered records of a read, as text. The status shows only that the records were read. */
function delivered({ status, metadata }: ShownOperation): string {
  const { recordsProcessed = 0, recordsDelivered } = metadata?.progress ?? {};
  if (recordsDelivered === undefined) return '';
  if (recordsProcessed === 0) return status === 'success' ? 'nothing new' : '';
  return recordsDelivered === recordsProcessed ? 'all' : `${recordsDelivered} of ${recordsProcessed}`;
}

/** The ids of the deliveries that carried the record. A delivery has the id of its message. */
function deliveriesOf({ metadata }: ShownOperation): string {
  return metadata?.messageIds?.join(', ') ?? '';
}

function logLine({ timestamp, severity, message: { msg, error } }: Line): string {
  return `${timestamp}  ${severity.padEnd(7)}  ${plain(msg)}${error ? ` (${plain(error)})` : ''}\n`;
}
