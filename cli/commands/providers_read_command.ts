import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { existsSync, readFileSync } from 'node:fs';
import { unmetered } from '../../connectors/calls/meter.ts';
import { openProviderDoor } from '../../connectors/calls/provider_door.ts';
import { secretsIn } from '../../connectors/calls/request_secrets.ts';
import { callAuth, type Credentials } from '../../connectors/engine/auth/auth.ts';
import { readProviderFile } from '../../connectors/engine/check/check.ts';
import { ProviderFailure } from '../../connectors/engine/answer/failure.ts';
import { loadProviders, type Provider } from '../../connectors/engine/catalogue/providers.ts';
import { type Page, readPage, type ReadTarget } from '../../connectors/engine/read/read.ts';
import { stringifyJson } from '../../lib/json/json.ts';
import { fromIso } from '../../lib/time/iso.ts';
import type { End, Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { secret } from '../server/server.ts';

type Pairs = Record<string, string>;
type Options = {
  module?: string;
  apiKey?: string;
  user?: string;
  token?: string;
  input: Pairs;
  variable: Pairs;
  field: string[];
  filter: Pairs;
  since?: string;
  until?: string;
  pageSize?: number;
  pages: number;
  json?: boolean;
};

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
    .option('--api-key <key>', 'an API key', secret)
    .option('--user <name:password>', 'a Basic user', secret)
    .option('--token <token>', 'an OAuth access token', secret)
    .option('--input <name=value>', 'an input of a custom scheme (repeatable)', pair(secret), {})
    .option('--variable <name=value>', 'a variable of the base URL (repeatable)', pair(), {})
    .option('--field <name>', 'a field to request (repeatable). Default: all fields', listed, [])
    .option('--filter <field=value>', 'only records whose field has this value (repeatable)', pair(), {})
    .option('--since <time>', 'only records updated after this RFC 3339 time', time)
    .option('--until <time>', 'only records updated up to this RFC 3339 time', time)
    .option('--page-size <n>', 'records per page', whole)
    .option('--pages <n>', 'max number of pages', whole, 2)
    .option('--json', 'print each record as one line of JSON')
    .action(async (name: string, object: string, options: Options) => {
      const provider = providerNamed(name);
      if (typeof provider === 'string') {
        output.err(`${provider}\n`);
        return end(1);
      }
      await readPages(targetOf(provider, object, options), options, output).catch((error: unknown) => {
        if (!(error instanceof ProviderFailure)) throw error;
        output.err(`${error.kind}: ${plain(error.message)}\n`);
        end(1);
      });
    });
}

/** The provider, or an error text. A name that ends in .yaml or .yml is a file, because provider names have no dot. */
function providerNamed(name: string): Provider | string {
  if (!/\.ya?ml$/.test(name)) return loadProviders().get(name) ?? `There is no provider named ${name}.`;
  if (!existsSync(name)) return `The file ${name} does not exist.`;
  const { provider } = readProviderFile(readFileSync(name, 'utf8'));
  return provider ?? `${name} has faults. Run \`causeway providers check ${name}\` to see them.`;
}

function targetOf(provider: Provider, objectName: string, options: Options): ReadTarget {
  const { module, variable, field, filter, since, until, pageSize } = options;
  return {
    provider,
    module,
    objectName,
    variables: variable,
    auth: callAuth(provider, credentialsOf(options), variable),
    fields: field,
    filters: Object.entries(filter).map(([fieldName, value]) => ({ fieldName, value })),
    since,
    until,
    pageSize,
  };
}

function credentialsOf({ apiKey, user, token, input }: Options): Credentials {
  if (apiKey !== undefined) return { scheme: 'apiKey', apiKey };
  if (token !== undefined) return { scheme: 'oauth2', accessToken: token };
  if (Object.keys(input).length > 0) return { scheme: 'custom', values: input };
  if (user === undefined) return { scheme: 'none' };
  const colon = user.indexOf(':');
  return { scheme: 'basic', username: user.slice(0, Math.max(colon, 0)), password: user.slice(colon + 1) };
}

async function readPages(target: ReadTarget, { pages, json }: Options, output: Output): Promise<void> {
  // The user chose the address, so a provider on the local machine is allowed here. Services never allow this.
  const { calls, close } = openProviderDoor({ allow: ['localhost', '127.0.0.1', '[::1]'], allowHttp: true });
  const told = new Set<string>();
  const doubts: string[] = [];
  const onInfer = (note: string) => {
    if (!told.has(note)) output.err(`inferred: ${plain(note)}\n`);
    told.add(note);
  };
  try {
    let cursor: string | null = null;
    for (let number = 1; number <= pages; number += 1) {
      const page: Page = await calls({ held: secretsIn(target.auth), meter: unmetered }, ({ send }) =>
        readPage(target, cursor, send, { onInfer }),
      );
      doubts.push(...(page.doubt === undefined ? [] : [page.doubt]));
      output.err(`page ${number}: ${page.records.length} records, ${endOf(page, doubts)}\n`);
      for (const text of [page.doubt, page.warning]) if (text !== undefined) output.err(`warning: ${plain(text)}\n`);
      for (const record of page.records) output.out(`${plain(json ? stringifyJson(record.raw) : line(record))}\n`);
      if (page.next === null) return;
      cursor = page.next;
      if (page.waitMs) await sleep(page.waitMs);
    }
  } finally {
    await close();
  }
}

/** `doubts`: why lists that ended so far may be incomplete. */
function endOf({ next }: Page, doubts: readonly string[]): string {
  if (next !== null) return 'and there are more';
  return doubts.length === 0 ? 'and that was all' : 'and there may be more (isComplete: false)';
}

function line({ id, updatedAt, fields }: Page['records'][number]): string {
  return `${id ?? '(no id)'}  ${updatedAt ?? '(no updated-at)'}  ${Object.keys(fields).join(' ')}`;
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
