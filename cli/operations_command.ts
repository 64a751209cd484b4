import { Command } from 'commander';
import type { End, Output } from './output.ts';
import { plain } from './plain.ts';
import { replayCommand } from './replay_command.ts';
import { type Server, ServerFault, serverOf, type ServerOptions, withServer } from './server.ts';

export type ShownOperation = {
  id: string;
  status: string;
  result?: string;
  createTime?: string;
  metadata?: Record<string, unknown>;
};
type Line = { timestamp: string; severity: string; message: { msg: string; error?: string } };
type Listed = { results: ShownOperation[] };
type ListOptions = { integration: string; installation: string; json?: boolean };

/** `causeway operations …`: lists, shows and replays the operations of a running platform. */
export function operationsCommand(output: Output, end: End): Command {
  const operations = new Command('operations').description('Operations of a running platform: list, show, replay.');
  const asked = (run: (server: Server) => Promise<void>, options: ServerOptions) =>
    serverOf(options)
      .then(run)
      .catch((error: unknown) => {
        if (!(error instanceof ServerFault)) throw error;
        output.err(`${plain(error.message)}\n`);
        end(1);
      });
  const json = (value: unknown) => output.out(`${JSON.stringify(value, null, 2)}\n`);

  withServer(operations.command('list'))
    .description('List the newest operations of an installation.')
    .requiredOption('--integration <id>', 'its integration')
    .requiredOption('--installation <id>', 'the installation')
    .option('--json', 'as JSON')
    .action((options: ListOptions & ServerOptions) =>
      asked(async (server) => {
        const { integration, installation } = options;
        const path = `/integrations/${integration}/installations/${installation}/operations?pageSize=50`;
        const { results } = await server.call<Listed>('GET', path);
        if (options.json) return json(results);
        output.out(results.map(operationLine).join(''));
      }, options),
    );
  withServer(operations.command('show'))
    .description('Show one operation as JSON.')
    .argument('<id>', 'its id')
    .action((id: string, options: ServerOptions) =>
      asked(async (server) => json(await server.call('GET', `/operations/${encodeURIComponent(id)}`)), options),
    );
  withServer(operations.command('logs'))
    .description('Show the log lines of an operation.')
    .argument('<id>', 'its id')
    .option('--json', 'as JSON')
    .action((id: string, options: ServerOptions & { json?: boolean }) =>
      asked(async (server) => {
        const lines = await server.call<Line[]>('GET', `/operations/${encodeURIComponent(id)}/logs`);
        if (options.json) return json(lines);
        output.out(lines.map(logLine).join(''));
      }, options),
    );
  operations.addCommand(replayCommand(output, end, asked));
  return operations;
}

function operationLine({ id, status, result = '', createTime = '' }: ShownOperation): string {
  return `${id}  ${status.padEnd(11)}  ${createTime}  ${plain(result)}\n`;
}

function logLine({ timestamp, severity, message: { msg, error } }: Line): string {
  return `${timestamp}  ${severity.padEnd(7)}  ${plain(msg)}${error ? ` (${plain(error)})` : ''}\n`;
}
