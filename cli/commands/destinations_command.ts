import { Command } from 'commander';
import { isUrl } from '../../lib/url/is_url.ts';
import type { End, Output } from '../output/output.ts';
import { askFor, showList, withJson } from '../server/ask.ts';
import { type ServerOptions, withServer } from '../server/server.ts';
import { destinationsRecoverCommand } from './destinations_recover_command.ts';

type Destination = {
  id: string;
  name: string;
  type: string;
  status?: string;
  failures?: number;
  failingSince?: string;
  metadata: { url?: string };
};

const TITLES = ['ID', 'NAME', 'TYPE', 'STATUS', 'FAILURES', 'FAILING SINCE', 'URL'];

/** `causeway destinations list` and `causeway destinations recover`. */
export function destinationsCommand(output: Output, end: End): Command {
  const destinations = new Command('destinations').description('Destinations of your messages: list, recover.');
  const asked = askFor(output, end);
  withJson(withServer(destinations.command('list')))
    .description('List the destinations, with their status and since when deliveries fail.')
    .action((options: ServerOptions & { json?: boolean }) =>
      asked(async (server) => {
        const found = await server.call<Destination[]>('GET', '/destinations');
        showList(output, { titles: TITLES, rows: found.map(cells), json: found }, options.json);
      }, options),
    );
  destinations.addCommand(destinationsRecoverCommand(output, end, asked));
  return destinations;
}

function cells({ id, name, type, status = '', failures = 0, failingSince = '', metadata }: Destination): string[] {
  return [id, name, type, status, String(failures), failingSince, withoutSecrets(metadata.url ?? '')];
}

/** A user name, a password and a query may be secrets, and terminals are shared. */
function withoutSecrets(url: string): string {
  if (!isUrl(url)) return '';
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search ? '?…' : ''}`;
}
