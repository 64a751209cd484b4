import { spawn } from 'node:child_process';
import process from 'node:process';
import { Argument, Command } from 'commander';
import type { End, Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { showJson, withJson } from '../server/ask.ts';
import { projectOf, ServerFault, type ServerOptions, withServer } from '../server/server.ts';

type Options = ServerOptions & { print?: boolean; json?: boolean };

/** The views of the console. The address of a view may end with an id. */
const VIEWS = [
  'overview',
  'integrations',
  'installations',
  'operations',
  'deliveries',
  'connections',
  'destinations',
  'routes',
  'providers',
  'keys',
  'members',
  'settings',
];

/**
 * `causeway open [view] [id]`: opens the console at a view or an item. Without a terminal it only prints the address.
 */
export function openCommand(output: Output, end: End): Command {
  return withJson(withServer(new Command('open')))
    .description('Open the console in a browser, at a view or at one thing.')
    .addArgument(new Argument('[view]', 'the view').choices(VIEWS).default('overview'))
    .argument('[id]', 'the id of the thing')
    .option('--print', 'print the address, and open nothing')
    .action(async (view: string, id: string | undefined, { print, json, ...options }: Options) => {
      try {
        const parts = [await projectOf(options), view, ...(id === undefined ? [] : [id])];
        const url = `${options.url.replace(/\/+$/, '')}/console/${parts.map(encodeURIComponent).join('/')}`;
        if (json) return showJson(output, { url });
        output.out(`${url}\n`);
        if (!print && process.stdout.isTTY) openBrowser(url);
      } catch (error) {
        if (!(error instanceof ServerFault)) throw error;
        output.err(`${plain(error.message)}\n`);
        end(1);
      }
    });
}

/** Opens a browser. Ignores errors, because the address was printed already. */
function openBrowser(url: string): void {
  const opener = { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open';
  const child = spawn(opener, [url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
