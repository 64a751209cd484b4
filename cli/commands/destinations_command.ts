import { Command } from 'commander';
import { isUrl } from '../../lib/url/is_url.ts';
import type { End, Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { askFor, showJson, showList, withJson } from '../server/ask.ts';
import { type ServerOptions, withServer } from '../server/server.ts';
import { destinationsRecoverCommand } from './destinations_recover_command.ts';

type Destination = {
  id: string;
  name: string;
  type: string;
  status?: string;
  health?: { state: string };
  failures?: number;
  failingSince?: string;
  metadata: { url?: string };
};

const TITLES = ['ID', 'NAME', 'TYPE', 'STATUS', 'FAILURES', 'FAILING SINCE', 'URL'];

type Test = { isAccepted: boolean; latencyMs: number; status?: number; error?: string; answer?: string };
type Json = { json?: boolean };
/** The option is named `--webhook`, because `--url` is the platform's URL. */
type NewDestination = ServerOptions & Json & { webhook: string; disabled?: boolean };

/** `causeway destinations …`: lists, creates and tests destinations, and sends missed messages again. */
export function destinationsCommand(output: Output, end: End): Command {
  const destinations = new Command('destinations').description(
    'Destinations of your messages: list, create, test, recover.',
  );
  const asked = askFor(output, end);
  withJson(withServer(destinations.command('list')))
    .description('List the destinations, with their status and since when deliveries fail.')
    .action((options: ServerOptions & { json?: boolean }) =>
      asked(async (server) => {
        const found = await server.call<Destination[]>('GET', '/destinations');
        showList(output, { titles: TITLES, rows: found.map(cells), json: found }, options.json);
      }, options),
    );
  withJson(withServer(destinations.command('create')))
    .description('Create a webhook destination.')
    .argument('<name>', 'letters, digits and dashes')
    .requiredOption('--webhook <url>', 'where its messages are sent')
    .option('--disabled', 'send it nothing until it is made active; test it meanwhile')
    .action((name: string, options: NewDestination) =>
      asked(async (server) => {
        const { webhook: url, disabled = false } = options;
        const asNew = { name, type: 'webhook', metadata: { url }, status: disabled ? 'disabled' : 'active' };
        const made = await server.call<Destination>('POST', '/destinations', asNew);
        showList(output, { titles: TITLES, rows: [cells(made)], json: made }, options.json);
      }, options),
    );
  withJson(withServer(destinations.command('test')))
    .description('Send a signed test message to a destination, and show the answer. Exits with 1 when it is refused.')
    .argument('<name>', 'the destination, by name or id')
    .action((name: string, options: ServerOptions & Json) =>
      asked(async (server) => {
        const test = await server.call<Test>('POST', `/destinations/${encodeURIComponent(name)}:test`);
        if (options.json) showJson(output, test);
        else output.out(testText(name, test));
        if (!test.isAccepted) end(1);
      }, options),
    );
  destinations.addCommand(destinationsRecoverCommand(output, end, asked));
  return destinations;
}

function testText(name: string, { isAccepted, latencyMs, status, error, answer }: Test): string {
  const result = status === undefined ? (error ?? 'no answer') : `status ${status}`;
  const lines = [
    `${name} ${isAccepted ? 'accepted' : 'refused'} the test message: ${result} after ${latencyMs} ms.`,
    ...(answer ? answer.split(/\r?\n/).map((line) => `    ${line}`) : []),
  ];
  return lines.map((line) => `${plain(line)}\n`).join('');
}

function cells(destination: Destination): string[] {
  const { id, name, type, status = '', health, failures = 0, failingSince = '', metadata } = destination;
  // An active destination whose deliveries fail is shown as failing.
  const state = health?.state === 'failing' ? 'failing' : status;
  return [id, name, type, state, String(failures), failingSince, withoutSecrets(metadata.url ?? '')];
}

/** Removes user name, password and query, because they may be secrets and others may see the terminal. */
function withoutSecrets(url: string): string {
  if (!isUrl(url)) return '';
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search ? '?…' : ''}`;
}
