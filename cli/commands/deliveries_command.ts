import { Command } from 'commander';
import { type Delivery, deliveryText } from '../output/delivery_text.ts';
import type { End, Output } from '../output/output.ts';
import { askFor, showJson, showList, withJson } from '../server/ask.ts';
import { type FilterOptions, withFilters } from '../server/filters.ts';
import { installationId } from '../server/names.ts';
import { pagedList, type Query } from '../server/paged_list.ts';
import { type Server, type ServerOptions, withServer } from '../server/server.ts';

type Options = ServerOptions & FilterOptions & { destination?: string; state?: string };
type Destination = { id: string; name: string };
type Row = { delivery: Delivery; destination: string };

const TITLES = ['ID', 'STATE', 'ATTEMPTS', 'DESTINATION', 'ABOUT', 'CREATED', 'ERROR'];

/** `causeway deliveries …`: what was sent to destinations, what they answered, and one of them again. */
export function deliveriesCommand(output: Output, end: End): Command {
  const deliveries = new Command('deliveries').description('Deliveries to your destinations: list, get, resend.');
  const asked = askFor(output, end);

  withFilters(withServer(deliveries.command('list')))
    .description('List the newest deliveries, of one destination or of all.')
    .option('--destination <id or name>', 'to this destination')
    .option('--state <state>', 'in this state: pending, held, delivered, failed, cancelled, undelivered, lost')
    .action((options: Options) =>
      asked(async (server) => {
        const found = await rowsOf(server, options);
        const json = found.map(({ delivery }) => delivery);
        showList(output, { titles: TITLES, rows: found.map(cells), json }, options.json);
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

async function rowsOf(server: Server, options: Options): Promise<Row[]> {
  const query: Query = {
    state: options.state,
    installationId: await installationId(server, options.installation),
    objectName: options.object,
    since: options.since,
    until: options.until,
  };
  const rows: Row[] = [];
  for (const { id, name } of await destinationsOf(server, options.destination)) {
    const { results } = await pagedList<Delivery>(server, `/destinations/${id}/deliveries`, query, options.limit);
    rows.push(...results.map((delivery) => ({ delivery, destination: name })));
  }
  return rows.toSorted((a, b) => (a.delivery.createTime < b.delivery.createTime ? 1 : -1)).slice(0, options.limit);
}

async function destinationsOf(server: Server, idOrName: string | undefined): Promise<Destination[]> {
  if (idOrName === undefined) return server.call<Destination[]>('GET', '/destinations');
  return [await server.call<Destination>('GET', `/destinations/${encodeURIComponent(idOrName)}`)];
}

function cells({ delivery, destination }: Row): string[] {
  const { id, state, attemptCount, objectName, eventType, createTime, error = '' } = delivery;
  return [id, state, String(attemptCount), destination, eventType ?? objectName ?? '', createTime, error];
}
