/**
 * Learned values: facts about the account (site, tenant, server) that the provider's URLs and headers need and that
 * only the provider knows. They are fetched after the customer connected. The provider file declares each value:
 *
 *   learned:
 *     - name: cloudId
 *       from:
 *         url: https://api.acme.example/sites
 *         list: ''
 *         where: {path: url, equals: 'https://{{.workspace}}.acme.example'}
 *         path: id
 *
 * Learning fails when a value is missing that the provider file uses, because the connection could not work without it.
 * A missing value that the file does not use is ignored.
 */
import type { OutboundRequest, SendRequest } from '../../../lib/http/outbound.ts';
import type { Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { exchange } from '../answer/exchange.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { LearnedValue, LearnFrom, Provider } from '../file/provider.ts';
import { getPath } from '../json_path.ts';
import type { CallAuth } from '../request/call_auth.ts';
import { fillText, fillUrl, placeholders, type Variables } from '../request/template.ts';
import { withDefaults } from '../request/variables.ts';

type Account = { auth: CallAuth; variables: Variables };
type FetchedValue = LearnedValue & { from: LearnFrom };

/** The names of the values that are fetched by a call. */
export function learnedNames({ learned = [] }: Provider): string[] {
  return learned.filter(({ from }) => from !== undefined).map(({ name }) => name);
}

/**
 * Fetches the learned values that the account does not have yet, by name. Throws ProviderFailure. `now` is in Unix
 * milliseconds.
 */
export async function learnValues(
  provider: Provider,
  { auth, variables }: Account,
  send: SendRequest,
  now: number,
): Promise<Record<string, string>> {
  const answers = new Map<string, Promise<Json>>();
  const found: Record<string, string> = {};
  for (const value of (provider.learned ?? []).filter((one): one is FetchedValue => isOpen(one, variables))) {
    try {
      const request = requestFor(provider, value, { auth, variables });
      const answer =
        answers.get(request.url) ?? exchange(provider, request, send, now).then(({ body }) => body ?? null);
      answers.set(request.url, answer);
      found[value.name] = valueIn(await answer, value, withDefaults(provider, variables), provider);
    } catch (error) {
      if (!(error instanceof ProviderFailure) || isNeeded(provider, value.name)) throw error;
    }
  }
  return found;
}

function isOpen({ name, from }: LearnedValue, variables: Variables): boolean {
  return from !== undefined && !variables[name];
}

/** The request that fetches a value. Omits headers whose variables are not known yet. */
function requestFor(provider: Provider, { from }: FetchedValue, { auth, variables }: Account): OutboundRequest {
  const values = withDefaults(provider, variables);
  const url = new URL(fillUrl(from.url, values));
  for (const [name, value] of Object.entries(auth.query)) url.searchParams.set(name, value);
  const known = Object.entries({ Accept: 'application/json', ...provider.headers }).filter(([, text]) =>
    placeholders(text).every((name) => values[name]),
  );
  const headers = Object.fromEntries(known.map(([name, text]) => [name, fillText(text, values)]));
  return { method: 'GET', url: url.href, headers: { ...headers, ...auth.headers } };
}

function valueIn(body: Json, { name, from }: FetchedValue, variables: Variables, { displayName }: Provider): string {
  const holder = from.list === undefined ? body : entryOf(getPath(body, from.list) ?? null, from, variables);
  const text = scalarText(getPath(holder, from.path)) ?? '';
  const value = captured(text, from.capture);
  if (value) return value;
  throw new ProviderFailure('badRequest', `${displayName} returned no ${name} for this account.`);
}

/** The entry that matches `where`. Without `where`: the first entry. */
function entryOf(list: Json, { where }: LearnFrom, variables: Variables): Json {
  const entries = Array.isArray(list) ? list : [];
  if (!where) return entries[0] ?? null;
  const wanted = plain(fillText(where.equals, variables));
  return entries.find((entry) => plain(scalarText(getPath(entry, where.path)) ?? '') === wanted) ?? null;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\/+$/, '');
}

function isNeeded({ learned: _learned, ...rest }: Provider, name: string): boolean {
  return placeholders(JSON.stringify(rest)).includes(name);
}

/** The first group of the regular expression `capture` in the text, or the whole text; '' when it does not match. */
export function captured(text: string, capture: string | undefined): string {
  return capture === undefined ? text : (new RegExp(capture).exec(text)?.[1] ?? '');
}
