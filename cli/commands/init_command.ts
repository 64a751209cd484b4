import { existsSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import { objectRemark } from '../../connectors/engine/objects/object_remark.ts';
import { objectNames } from '../../connectors/engine/objects/objects.ts';
import type { End, Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { foundProviders, providerNamed } from '../read/found_providers.ts';
import { showJson, withJson } from '../server/ask.ts';
import { ServerFault } from '../server/server.ts';

type Options = {
  object: string[];
  destination?: string;
  name?: string;
  module?: string;
  schedule: string;
  out: string;
  dir?: string;
  any?: boolean;
  force?: boolean;
  json?: boolean;
};
type Ask = (question: string, proposal: string) => Promise<string>;

/** `causeway init [provider]`: writes a manifest from a provider's objects. Needs no platform. */
export function initCommand(output: Output, end: End): Command {
  return withJson(new Command('init'))
    .description("Write a manifest from a provider's objects. On a terminal it asks for what is missing.")
    .argument('[provider]', 'the name of the provider')
    .option('--object <name>', 'an object to read (repeatable)', (one: string, all: string[]) => [...all, one], [])
    .option('--destination <name>', 'the destination of the records')
    .option('--name <name>', 'the name of the integration. Default: <provider>-in')
    .option('--module <name>', 'the module of the provider')
    .option('--schedule <cron>', 'when it is read, in UTC', '*/30 * * * *')
    .option('--out <file>', 'the file to write', 'causeway.yaml')
    .option('--dir <folder>', 'folder of your own provider files (CAUSEWAY_PROVIDERS_DIR)')
    .option('--any', 'accept objects that the provider file does not list, such as custom objects')
    .option('--force', 'overwrite the file')
    .action(async (provider: string | undefined, options: Options) => {
      try {
        const { text, integration } = await manifestOf(provider, options);
        if (existsSync(options.out) && !options.force)
          throw new ServerFault(`The file ${options.out} exists. Give --force to overwrite it, or --out.`);
        writeFileSync(options.out, text);
        if (options.json) return showJson(output, { file: options.out, integration });
        output.out(`${options.out} was written. Check it: causeway manifest check ${options.out}\n`);
      } catch (error) {
        if (!(error instanceof ServerFault)) throw error;
        output.err(`${plain(error.message)}\n`);
        end(1);
      }
    });
}

async function manifestOf(given: string | undefined, options: Options): Promise<{ text: string; integration: object }> {
  const found = await foundProviders(options.dir);
  const { ask, close } = asker(options.json ?? false);
  try {
    const provider = providerNamed(found, given ?? (await ask('Provider', '')));
    const known = objectNames(provider, options.module).filter(
      (name) => !objectRemark(provider, options.module, name)?.isUnreadable,
    );
    const wanted =
      options.object.length > 0 ? options.object : wordsOf(await ask('Objects', known.slice(0, 3).join(', ')));
    if (wanted.length === 0) throw new ServerFault(`${provider.displayName} has no listed objects. Give --object.`);
    const destination = options.destination ?? (await ask('Destination', 'main'));
    const objects = wanted.map((name) => ({
      objectName: objectOf(provider, name, options),
      destination,
      schedule: options.schedule,
      optionalFieldsAuto: 'all',
    }));
    const { manifestYaml } = await import('../manifest/manifest_yaml.ts');
    const { module, name = `${provider.name}-in` } = options;
    const integration = { name, provider: provider.name, ...(module && { module }), read: { objects } };
    return { text: manifestYaml(integration), integration };
  } finally {
    close();
  }
}

/**
 * Asks the user on a terminal. Without a terminal, it returns the proposed answer, or throws ServerFault if there is no
 * proposed answer.
 */
function asker(isSilent: boolean): { ask: Ask; close(): void } {
  if (isSilent || !process.stdin.isTTY)
    return {
      ask: async (question, proposal) => {
        if (proposal !== '') return proposal;
        throw new ServerFault(
          `${question} is missing. Give it: causeway init <provider> --object <name> --destination <name>.`,
        );
      },
      close: () => {},
    };
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return {
    ask: async (question, proposal) =>
      (await lines.question(`${question}${proposal && ` [${proposal}]`}: `)).trim() || proposal,
    close: () => lines.close(),
  };
}

/**
 * Returns the name if the manifest may have it. Throws ServerFault for an object that cannot be read, and, without
 * `any`, for one that the provider file does not list. If the file lists no objects, every name is accepted.
 */
function objectOf(provider: Provider, name: string, { module, any = false }: Options): string {
  const remark = objectRemark(provider, module, name);
  if (!remark || (any && !remark.isUnreadable)) return name;
  if (remark.isUnreadable) throw new ServerFault(`${remark.message} Choose another object.`);
  throw new ServerFault(`${remark.message} ${remark.suggestion} Give --any to write it nevertheless.`);
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}
