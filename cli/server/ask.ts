import type { Command } from 'commander';
import type { End, Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { table } from '../output/table.ts';
import { type Server, ServerFault, type ServerOptions, serverOf } from './server.ts';

/** Runs a command against the platform that the options name. A failed call prints its problem and exits with 1. */
type Ask = (run: (server: Server) => Promise<void>, options: ServerOptions) => Promise<void>;
type Shown = { titles: readonly string[]; rows: readonly (readonly string[])[]; json: unknown };

export function askFor(output: Output, end: End): Ask {
  return (run, options) =>
    serverOf(options)
      .then(run)
      .catch((error: unknown) => {
        if (!(error instanceof ServerFault)) throw error;
        output.err(`${plain(error.message)}\n`);
        end(1);
      });
}

/** Prints a list: with `isJson` the API's response, otherwise a table. */
export function showList(output: Output, { titles, rows, json }: Shown, isJson: boolean | undefined): void {
  if (isJson) return showJson(output, json);
  output.out(table(titles, rows));
  if (rows.length === 0) output.err('Nothing found.\n');
}

export function showJson(output: Output, value: unknown): void {
  output.out(`${JSON.stringify(value, null, 2)}\n`);
}

export function withJson(command: Command): Command {
  return command.option('--json', 'as JSON, as the API answers');
}
