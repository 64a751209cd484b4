import { Command } from 'commander';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import { objectNames } from '../../connectors/engine/objects/objects.ts';
import type { End, Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { foundProviders, providerNamed } from '../read/found_providers.ts';
import { showJson, withJson } from '../server/ask.ts';
import { ServerFault } from '../server/server.ts';

/** `causeway providers list [name]`: lists all providers, or the objects of one. */
export function providersListCommand(output: Output, end: End): Command {
  return withJson(new Command('list'))
    .description('List the providers, or the objects of one.')
    .argument('[provider]', 'its name')
    .option(
      '--dir <folder>',
      'folder of your own provider files, which override those of the package (CAUSEWAY_PROVIDERS_DIR)',
    )
    .action(async (name: string | undefined, { dir, json }: { dir?: string; json?: boolean }) => {
      try {
        await list(output, name, dir, json ?? false);
      } catch (error) {
        if (!(error instanceof ServerFault)) throw error;
        output.err(`${plain(error.message)}\n`);
        end(1);
      }
    });
}

async function list(output: Output, name: string | undefined, dir: string | undefined, json: boolean): Promise<void> {
  const found = await foundProviders(dir);
  const all = found.catalogue.list();
  if (name === undefined) return json ? showJson(output, all) : output.out(all.map(providerLine).join(''));
  const provider = providerNamed(found, name);
  const objects = objectsOf(provider);
  return json ? showJson(output, { provider: name, objects }) : output.out(objectLines(provider, objects));
}

function providerLine({
  name,
  displayName,
  auth,
  support = [],
}: Pick<Provider, 'name' | 'displayName' | 'auth' | 'support'>): string {
  return `${name.padEnd(32)} ${auth.type.padEnd(8)} ${support.join(',').padEnd(17)} ${displayName}\n`;
}

function objectsOf(provider: Provider): string[] {
  const modules = ['', ...Object.keys(provider.modules ?? {})];
  const lines = modules.flatMap((module) =>
    objectNames(provider, module || undefined).map((name) => (module ? `${module}/${name}` : name)),
  );
  return [...new Set(lines)];
}

function objectLines({ displayName }: Provider, objects: readonly string[]): string {
  return objects.length > 0 ? `${objects.join('\n')}\n` : `${displayName} has no objects to read.\n`;
}
