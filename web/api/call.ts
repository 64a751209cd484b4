import { operations } from 'causeway:operations';
import { noAnswer, problemOf } from './api_problem.ts';
import type { AnswerOf, CallArguments, OperationId } from './contract.ts';
import { rememberText } from './exact_json.ts';
import { BASE } from './page_settings.ts';

/**
 * Makes the headers for each call, because keys are refreshed. `B`: a builder token or a key is accepted; `K`: a key
 * only.
 */
export type Authorize = (credential: 'B' | 'K') => Promise<Record<string, string>>;

export type Answer<Id extends OperationId> = {
  /** Null after status 304: the data that the caller has is still current. */
  body: AnswerOf<Id> | null;
  etag: string;
  /** The page token of the next page; empty on the last page. */
  next: string;
};

/**
 * Calls operations of the public contract by their id. `held` is the ETag of the data that the caller has. Throws
 * ApiProblem.
 */
export type Call = <Id extends OperationId>(id: Id, asked?: CallArguments, held?: string) => Promise<Answer<Id>>;

/** Without a limit, a call to a server that vanished without closing the connection would wait forever. */
const MAX_WAIT_MS = 60_000;

export function makeCall(authorize: Authorize): Call {
  return async (id, asked = {}, held = '') => {
    const { method, url, credential } = addressOf(id, asked);
    const headers: Record<string, string> = { ...(await authorize(credential)), accept: 'application/json' };
    if (held !== '') headers['if-none-match'] = held;
    const signal = AbortSignal.timeout(MAX_WAIT_MS);
    const init: RequestInit = { method, headers, signal, credentials: 'omit', cache: 'no-store' };
    if (asked.body !== undefined) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(asked.body);
    }
    const response = await fetch(url, init).catch(() => {
      throw noAnswer();
    });
    const etag = response.headers.get('etag') ?? '';
    const next = nextIn(response.headers.get('link') ?? '');
    if (response.status === 304) return { body: null, etag, next };
    if (!response.ok) throw await problemOf(response);
    // The server may stop in the middle of its answer.
    const text = await response.text().catch(() => {
      throw noAnswer();
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const body = text === '' ? undefined : isJson ? JSON.parse(text) : text;
    rememberText(body, text);
    return { body: body as AnswerOf<typeof id>, etag, next };
  };
}

/** The method and URL of an operation, for calls and for the curl command that a view shows. */
export function addressOf(id: OperationId, { path = {}, query = {} }: CallArguments) {
  const [method, template, credential] = operations[id] as readonly [string, string, 'B' | 'K'];
  const filled = template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(path[name] ?? ''));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return { method, credential, url: `${BASE}${filled}${search === '' ? '' : `?${search}`}` };
}

/** Returns the pageToken of the link with rel="next" (RFC 8288). */
function nextIn(link: string): string {
  const target = /<([^>]+)>\s*;[^,]*rel="?next"?/.exec(link)?.[1];
  return target ? (new URL(target, location.href).searchParams.get('pageToken') ?? '') : '';
}
