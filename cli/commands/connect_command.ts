import { Command } from 'commander';
import type { End, Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { askFor, showJson, withJson } from '../server/ask.ts';
import { type ServerOptions, withServer } from '../server/server.ts';

type Options = ServerOptions & { consumer?: string; groupName?: string; returnUrl?: string; json?: boolean };

/** `causeway connect <group> <integration>`: prints a link to the connect page. */
export function connectCommand(output: Output, end: End): Command {
  const asked = askFor(output, end);
  return withJson(withServer(new Command('connect')))
    .description('Print a link at which a customer connects an account for an integration, or connects it again.')
    .argument('<group>', 'your id of the customer')
    .argument('<integration>', 'the id or name of the integration')
    .option('--consumer <ref>', 'your id of the person. Default: the group')
    .option('--group-name <name>', 'your name of the customer, as the page shows it')
    .option('--return-url <url>', 'where the customer goes afterwards')
    .action((groupRef: string, integration: string, { json, ...options }: Options) =>
      asked(async (server) => {
        const { consumer: consumerRef = groupRef, groupName, returnUrl } = options;
        const session = { groupRef, consumerRef, integration, groupName, returnUrl };
        const link = await server.call<{ url: string; expiresAt: string }>('POST', '/connect-sessions', session);
        if (json) return showJson(output, link);
        output.out(`${plain(link.url)}\n`);
        output.err(`For ${plain(groupRef)} only, in one browser, until ${plain(link.expiresAt)}.\n`);
      }, options),
    );
}
