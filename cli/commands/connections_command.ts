import { Command } from 'commander';
import type { End, Output } from '../output/output.ts';
import { askFor, showList, withJson } from '../server/ask.ts';
import { type ServerOptions, withServer } from '../server/server.ts';

type Options = ServerOptions & { provider?: string; group?: string; json?: boolean };
type Connection = {
  id: string;
  provider: string;
  group: { groupRef: string };
  consumer: { consumerRef: string };
  status: string;
  isVerified?: boolean;
  createTime: string;
};

const TITLES = ['ID', 'PROVIDER', 'GROUP', 'CONSUMER', 'STATUS', 'CHECKED', 'CREATED'];

/** `causeway connections list`: lists the customers' accounts at providers. */
export function connectionsCommand(output: Output, end: End): Command {
  const connections = new Command('connections').description("Your customers' accounts at providers: list.");
  const asked = askFor(output, end);
  withJson(withServer(connections.command('list')))
    .description('List the connections, and whether the provider accepts their credentials.')
    .option('--provider <name>', 'at this provider')
    .option('--group <ref>', 'of this group')
    .action(({ provider, group, json, ...options }: Options) =>
      asked(async (server) => {
        const filter = new URLSearchParams({ ...(provider && { provider }), ...(group && { groupRef: group }) });
        const found = await server.call<Connection[]>('GET', `/connections?${filter}`);
        showList(output, { titles: TITLES, rows: found.map(cells), json: found }, json);
      }, options),
    );
  return connections;
}

function cells({ id, provider, group, consumer, status, isVerified, createTime }: Connection): string[] {
  return [id, provider, group.groupRef, consumer.consumerRef, status, isVerified ? 'yes' : 'no', createTime];
}
