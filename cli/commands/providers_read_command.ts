import { Command, InvalidArgumentError } from 'commander';
import { fromIso } from '../../lib/time/iso.ts';
import type { End, Output } from '../output/output.ts';
import type { ReadOptions } from '../read/read_provider.ts';
import { readSecret } from '../server/server.ts';

type Pairs = ReadOptions['variable'];

/**
 * `causeway providers read <provider> <object>`: reads some pages of an object as the platform would, to try a new file
 * before it is deployed. It calls the real provider and reports what the engine inferred.
 */
export function providersReadCommand(output: Output, end: End): Command {
  return new Command('read')
    .description('Read some pages of an object, to try a provider file. A secret may be given as @file.')
    .argument('<provider>', 'a provider file, or the name of a provider')
    .argument('<object>', "the provider's name of the object")
    .option('--module <name>', 'the module of the object')
    .option('--api-key <key>', 'an API key', readSecret)
    .option('--user <name:password>', 'a Basic user', readSecret)
    .option('--token <token>', 'an OAuth access token', readSecret)
    .option('--input <name=value>', 'an input of a custom scheme (repeatable)', pair(readSecret), {})
    .option('--variable <name=value>', 'a variable of the base URL (repeatable)', pair(), {})
    .option('--field <name>', 'a field to request (repeatable). Default: all fields', listed, [])
    .option('--filter <field=value>', 'only records whose field has this value (repeatable)', pair(), {})
    .option('--since <time>', 'only records updated after this RFC 3339 time', time)
    .option('--until <time>', 'only records updated up to this RFC 3339 time', time)
    .option('--page-size <n>', 'records per page', whole)
    .option('--pages <n>', 'max number of pages', whole, 2)
    .option('--dir <folder>', 'folder of your own provider files (CAUSEWAY_PROVIDERS_DIR)')
    .option('--json', 'print each record as one line of JSON')
    .action(async (name: string, object: string, options: ReadOptions) => {
      const { readProvider } = await import('../read/read_provider.ts');
      if (!(await readProvider(name, object, options, output))) end(1);
    });
}

function pair(read: (value: string) => string = (value) => value) {
  return (text: string, before: Pairs): Pairs => {
    const equals = text.indexOf('=');
    if (equals < 1) throw new InvalidArgumentError('It must be name=value.');
    return { ...before, [text.slice(0, equals)]: read(text.slice(equals + 1)) };
  };
}

function listed(value: string, before: string[]): string[] {
  return [...before, value];
}

function time(text: string): string {
  if (fromIso(text) === null)
    throw new InvalidArgumentError('It must be an RFC 3339 time such as 2026-01-31T00:00:00Z.');
  return text;
}

function whole(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('It must be a whole number of at least 1.');
  return number;
}
