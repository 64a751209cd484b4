import { Command } from 'commander';
import { objectNames } from '../../connectors/engine/objects/objects.ts';
import { loadProviders, type Provider } from '../../connectors/engine/catalogue/providers.ts';
import type { End, Output } from '../output/output.ts';

/** `causeway providers list [name]`: lists all providers, or the objects of one. */
export function providersListCommand(output: Output, end: End): Command {
  return new Command('list')
    .description('List the providers, or the objects of one.')
    .argument('[provider]', 'its name')
    .option('--dir <folder>', 'folder of your own provider files, which override those of the package')
    .action((name: string | undefined, { dir }: { dir?: string }) => {
      const catalogue = loadProviders({ extraDir: dir });
      if (name === undefined) return output.out(catalogue.list().map(providerLine).join(''));
      const provider = catalogue.get(name);
      if (provider) return output.out(objectLines(provider));
      output.err(`There is no provider named ${name}. Run \`causeway providers list\` for all names.\n`);
      end(1);
    });
}

function providerLine({ name, displayName, auth, support = [] }: Provider): string {
  return `${name.padEnd(32)} ${auth.type.padEnd(8)} ${support.join(',').padEnd(6)} ${displayName}\n`;
}

function objectLines(provider: Provider): string {
  const modules = ['', ...Object.keys(provider.modules ?? {})];
  const lines = modules.flatMap((module) =>
    objectNames(provider, module || undefined).map((name) => (module ? `${module}/${name}` : name)),
  );
  return lines.length > 0 ? `${[...new Set(lines)].join('\n')}\n` : `${provider.displayName} has no objects to read.\n`;
}
