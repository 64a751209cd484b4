import { Command } from 'commander';
import type { End, Output } from '../output/output.ts';
import { askFor, showList, withJson } from '../server/ask.ts';
import { integrationId } from '../server/names.ts';
import { type Server, type ServerOptions, withServer } from '../server/server.ts';

type Options = ServerOptions & { integration?: string; group?: string; json?: boolean };
type Installation = {
  id: string;
  integrationId: string;
  healthStatus: string;
  healthReasons?: { code: string }[];
  lastOperationStatus?: string;
  group?: { groupRef: string };
  connection?: { provider?: string };
};

const TITLES = ['ID', 'INTEGRATION', 'GROUP', 'PROVIDER', 'HEALTH', 'LAST OPERATION'];

/** `causeway installations list`: lists the installations with their health. */
export function installationsCommand(output: Output, end: End): Command {
  const installations = new Command('installations').description('Installations of your integrations: list.');
  const asked = askFor(output, end);
  withJson(withServer(installations.command('list')))
    .description('List the installations, with their integration, group and health.')
    .option('--integration <id or name>', 'of this integration')
    .option('--group <ref>', 'of this group')
    .action((options: Options) =>
      asked(async (server) => {
        const found = await installationsOf(server, options);
        const names = options.json ? new Map<string, string>() : await integrationNames(server);
        const rows = found.map((one) => cells(one, names.get(one.integrationId) ?? one.integrationId));
        showList(output, { titles: TITLES, rows, json: found }, options.json);
      }, options),
    );
  return installations;
}

async function installationsOf(server: Server, { integration, group }: Options): Promise<Installation[]> {
  const id = await integrationId(server, integration);
  const path = id === undefined ? '/installations' : `/integrations/${id}/installations`;
  return server.call('GET', `${path}${group === undefined ? '' : `?groupRef=${encodeURIComponent(group)}`}`);
}

async function integrationNames(server: Server): Promise<Map<string, string>> {
  const integrations = await server.call<{ id: string; name: string }[]>('GET', '/integrations');
  return new Map(integrations.map(({ id, name }) => [id, name]));
}

function cells(installation: Installation, integration: string): string[] {
  const { id, group, connection, healthStatus, healthReasons = [], lastOperationStatus = '' } = installation;
  const codes = [...new Set(healthReasons.map(({ code }) => code))].join(', ');
  const health = codes === '' ? healthStatus : `${healthStatus}: ${codes}`;
  return [id, integration, group?.groupRef ?? '', connection?.provider ?? '', health, lastOperationStatus];
}
