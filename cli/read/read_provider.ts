import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { unmetered } from '../../connectors/calls/meter.ts';
import { openProviderDoor } from '../../connectors/calls/provider_door.ts';
import { secretsIn } from '../../connectors/calls/request_secrets.ts';
import { ProviderFailure } from '../../connectors/engine/answer/failure.ts';
import { type Credentials, callAuth } from '../../connectors/engine/auth/auth.ts';
import { readProviderFile } from '../../connectors/engine/check/check.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import { type Page, type ReadTarget, readPage } from '../../connectors/engine/read/read.ts';
import { stringifyJson } from '../../lib/json/json.ts';
import { systemClock } from '../../lib/time/clock.ts';
import type { Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { ServerFault } from '../server/server.ts';
import { foundProviders, providerNamed } from './found_providers.ts';

type Pairs = Record<string, string>;
/** The options of `causeway providers read`; ../commands/providers_read_command.ts describes them. */
export type ReadOptions = {
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
  dir?: string;
  json?: boolean;
};

/** Reads some pages of an object and prints them. Returns false when the provider cannot be read. */
export async function readProvider(
  name: string,
  object: string,
  options: ReadOptions,
  output: Output,
): Promise<boolean> {
  try {
    const provider = await providerAt(name, options.dir);
    await readPages(targetOf(provider, object, options), options, output);
    return true;
  } catch (error) {
    if (!(error instanceof ProviderFailure || error instanceof ServerFault)) throw error;
    output.err(`${error instanceof ProviderFailure ? `${error.kind}: ` : ''}${plain(error.message)}\n`);
    return false;
  }
}

/**
 * Finds a provider by name or file. A name that ends in .yaml or .yml is a file, because provider names have no dot.
 * Throws ServerFault.
 */
async function providerAt(name: string, dir: string | undefined): Promise<Provider> {
  if (/\.ya?ml$/.test(name)) return providerIn(name);
  return providerNamed(await foundProviders(dir), name);
}

function providerIn(file: string): Provider {
  if (!existsSync(file)) throw new ServerFault(`The file ${file} does not exist.`);
  const { provider } = readProviderFile(readFileSync(file, 'utf8'));
  if (provider) return provider;
  throw new ServerFault(`${file} has faults. Run \`causeway providers check ${file}\` to see them.`);
}

function targetOf(provider: Provider, objectName: string, options: ReadOptions): ReadTarget {
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

function credentialsOf({ apiKey, user, token, input }: ReadOptions): Credentials {
  if (apiKey !== undefined) return { scheme: 'apiKey', apiKey };
  if (token !== undefined) return { scheme: 'oauth2', accessToken: token };
  if (Object.keys(input).length > 0) return { scheme: 'custom', values: input };
  if (user === undefined) return { scheme: 'none' };
  const colon = user.indexOf(':');
  return { scheme: 'basic', username: user.slice(0, Math.max(colon, 0)), password: user.slice(colon + 1) };
}

async function readPages(target: ReadTarget, { pages, json }: ReadOptions, output: Output): Promise<void> {
  // The user chose the provider file, so a provider on the local machine is allowed here. Services never allow this.
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
        readPage(target, cursor, send, { onInfer, now: systemClock.now }),
      );
      doubts.push(...(page.doubt === undefined ? [] : [page.doubt]));
      output.err(`page ${number}: ${page.records.length} records, ${endOf(page, doubts)}\n`);
      for (const text of [page.doubt, page.warning, page.untimed])
        if (text !== undefined && !told.has(text)) output.err(`warning: ${plain(text)}\n`);
      if (page.untimed !== undefined) told.add(page.untimed);
      for (const record of page.records) output.out(`${plain(json ? stringifyJson(record.raw) : line(record))}\n`);
      if (page.next === null) return;
      cursor = page.next;
      if (page.waitMs) await sleep(page.waitMs);
    }
  } finally {
    await close();
  }
}

/** `doubts`: sentences that say why lists that have ended may be incomplete. */
function endOf({ next }: Page, doubts: readonly string[]): string {
  if (next !== null) return 'and there are more';
  return doubts.length === 0 ? 'and that was all' : 'and there may be more (isComplete: false)';
}

function line({ id, updatedAt, fields }: Page['records'][number]): string {
  return `${id ?? '(no id)'}  ${updatedAt ?? '(no updated-at)'}  ${Object.keys(fields).join(' ')}`;
}
