import { Command } from 'commander';
import { findProviders } from '../../connectors/engine/catalogue/find_providers.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import { objectNames } from '../../connectors/engine/objects/objects.ts';
import { similarName } from '../../lib/problem/similar_name.ts';
import type { End, Output } from '../output/output.ts';
import { showJson, withJson } from '../server/ask.ts';

/** `causeway providers list [name]`: lists all providers, or the objects of one. */
export function providersListCommand(output: Output, end: End): Command {
  return withJson(new Command('list'))
    .description('List the providers, or the objects of one.')
    .argument('[provider]', 'its name')
    .option('--dir <folder>', 'folder of your own provider files, which override those of the package')
    .action(async (name: string | undefined, { dir, json }: { dir?: string; json?: boolean }) => {
      const catalogue = await findProviders({ extraDir: dir });
      const all = catalogue.list();
      if (name === undefined) return json ? showJson(output, all) : output.out(all.map(providerLine).join(''));
      const provider = catalogue.get(name);
      if (provider) {
        const objects = objectsOf(provider);
        return json ? showJson(output, { provider: name, objects }) : output.out(objectLines(provider, objects));
      }
      const meant = similarName(
        name,
        all.map((one) => one.name),
      );
      const hint = meant === undefined ? 'Run `causeway providers list` for all names.' : `Did you mean ${meant}?`;
      output.err(`There is no provider named ${name}. ${hint}\n`);
      end(1);
    });
}

function providerLine({
  name,
  displayName,
  auth,
  support = [],
}: Pick<Provider, 'name' | 'displayName' | 'auth' | 'support'>): string {
  return `${name.padEnd(32)} ${auth.type.padEnd(8)} ${support.join(',').padEnd(6)} ${displayName}\n`;
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
