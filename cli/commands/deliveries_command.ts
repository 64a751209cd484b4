import { Command } from 'commander';
import { type Delivery, deliveryText } from '../output/delivery_text.ts';
import type { End, Output } from '../output/output.ts';
import { askFor, showJson, showList, withJson } from '../server/ask.ts';
import { type FilterOptions, withFilters } from '../server/filters.ts';
import { installationId } from '../server/names.ts';
import { type Page, pagedList, type Query } from '../server/paged_list.ts';
import { type Server, type ServerOptions, withServer } from '../server/server.ts';

type Options = ServerOptions & FilterOptions & { destination?: string; state?: string };

const TITLES = ['ID', 'STATE', 'ATTEMPTS', 'DESTINATION', 'ABOUT', 'CREATED', 'ERROR'];

/**
 * `causeway deliveries …`: lists deliveries, shows a delivery with the receiver's responses, and sends a message again.
 */
export function deliveriesCommand(output: Output, end: End): Command {
  const deliveries = new Command('deliveries').description('Deliveries to your destinations: list, get, resend.');
  const asked = askFor(output, end);

  withFilters(withServer(deliveries.command('list')))
    .description('List the newest deliveries, of one destination or of all.')
    .option('--destination <id or name>', 'to this destination')
    .option('--state <state>', 'in this state: pending, held, delivered, failed, cancelled, undelivered, lost')
    .action((options: Options) =>
      asked(async (server) => {
        const page = await pageOf(server, options);
        const names = options.json ? new Map<string, string>() : await destinationNames(server);
        const rows = page.results.map((one) => cells(one, names));
        showList(output, { titles: TITLES, rows, json: page }, options.json);
      }, options),
    );
  withJson(withServer(deliveries.command('get')))
    .description('Show a delivery, its attempts, and what the receiver answered.')
    .argument('<id>', 'its id, which is the id of the message')
    .action((id: string, options: ServerOptions & { json?: boolean }) =>
      asked(async (server) => {
        const delivery = await server.call<Delivery>('GET', `/deliveries/${encodeURIComponent(id)}`);
        if (options.json) return showJson(output, delivery);
        output.out(deliveryText(delivery));
      }, options),
    );
  withJson(withServer(deliveries.command('resend')))
    .description('Send a message to its destination again at once, with the same id and bytes.')
    .argument('<id>', 'the id of the delivery, which is the id of the message')
    .action((id: string, options: ServerOptions & { json?: boolean }) =>
      asked(async (server) => {
        const delivery = await server.call<Delivery>('POST', `/deliveries/${encodeURIComponent(id)}:resend`);
        if (options.json) return showJson(output, delivery);
        output.out(deliveryText(delivery));
      }, options),
    );
  return deliveries;
}

async function pageOf(server: Server, options: Options): Promise<Page<Delivery>> {
  const { destination, state, object: objectName, since, until } = options;
  const installation = await installationId(server, options.installation);
  const query: Query = { destination, state, installationId: installation, objectName, since, until };
  return pagedList(server, '/deliveries', query, options.limit);
}

async function destinationNames(server: Server): Promise<Map<string, string>> {
  const destinations = await server.call<{ id: string; name: string }[]>('GET', '/destinations');
  return new Map(destinations.map(({ id, name }) => [id, name]));
}

function cells(delivery: Delivery, names: ReadonlyMap<string, string>): string[] {
  const { id, state, attemptCount, objectName, eventType, createTime, error = '', destinationId } = delivery;
  const destination = names.get(destinationId) ?? destinationId;
  return [id, state, String(attemptCount), destination, eventType ?? objectName ?? '', createTime, error];
}
