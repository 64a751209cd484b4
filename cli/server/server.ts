import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { processEnvironment } from '../../lib/config/settings.ts';
import { isUrl } from '../../lib/url/is_url.ts';
import { settings } from './settings.ts';

/** URL, project and API key of the platform, from options or from the environment. */
export type ServerOptions = { url: string; project?: string; apiKey?: string };
type Sent = { method: string; text?: string | undefined; headers?: Record<string, string> };
export type Server = {
  /** Calls the API; `path` is relative to the project. Throws ServerFault for any failure. */
  call<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object): Promise<T>;
  /** The response of a GET as JSON text, for numbers that need exact parsing. Throws ServerFault for any failure. */
  text(path: string): Promise<string>;
  /**
   * Posts JSON text to a path of the write API, with an Idempotency-Key. Also returns a 422 that names an operation:
   * the provider was called, but no record was written. Throws ServerFault for any other failure.
   */
  write(path: string, text: string, idempotencyKey: string): Promise<{ status: number; text: string }>;
};

/** The fields of a problem document (RFC 9457) that commands use. */
export type ProblemDocument = {
  title?: string;
  detail?: string;
  remedy?: string;
  issues?: { name: string; detail: string }[];
};

/**
 * A failed call to the platform. The message is shown to the user. `status`: the response's status, if there was a
 * response. `retryAfterMs`: from Retry-After. `problem`: the response, if it was a problem document.
 */
export class ServerFault extends Error {
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly problem: ProblemDocument | undefined;
  constructor(message: string, status?: number, retryAfterMs?: number, problem?: ProblemDocument) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.problem = problem;
  }
}

/** Adds the options that all commands for a running platform share. */
export function withServer(command: Command): Command {
  return command
    .option('--url <origin>', 'origin of the platform (CAUSEWAY_URL)', environmentValue('url'))
    .option('--project <id or name>', "the project (CAUSEWAY_PROJECT). Default: the key's project")
    .option('--api-key <key>', 'an API key, or @file (CAUSEWAY_API_KEY)', readSecret);
}

/** A client of the platform's public API. Throws ServerFault for a wrong URL, a missing key or an unclear project. */
export async function serverOf(options: ServerOptions): Promise<Server> {
  const { base, key } = platformOf(options);
  const named = await projectOf(options);
  const project = `/projects/${encodeURIComponent(named)}`;
  return {
    call: (method, path, body) => exchange(`${base}${project}${path}`, key, method, body),
    text: (path) => successful(`${base}${project}${path}`, key, { method: 'GET' }),
    async write(path, text, idempotencyKey) {
      const url = `${base.replace(/v1$/, 'write/v1')}${project}${path}`;
      const answer = await answerOf(url, key, { method: 'POST', text, headers: { 'idempotency-key': idempotencyKey } });
      if (answer.response.ok || namesOperation(answer)) return { status: answer.response.status, text: answer.text };
      throw faultOf(answer);
    },
  };
}

/** The id or name of the project: as given, or the only project that the key may use. Throws ServerFault. */
export async function projectOf(options: ServerOptions): Promise<string> {
  const named = options.project ?? environmentValue('project');
  if (named) return named;
  const { base, key } = platformOf(options);
  return ownProject(base, key);
}

/** Origin, key and project id, for requests that are not part of the API, such as proxied calls. Throws ServerFault. */
export async function platformAccess(
  options: ServerOptions,
): Promise<{ origin: string; key: string; projectId: string }> {
  const { base, key } = platformOf(options);
  const path = `/projects/${encodeURIComponent(await projectOf(options))}`;
  const { id } = await exchange<{ id: string }>(`${base}${path}`, key, 'GET');
  return { origin: base.replace(/\/v1$/, ''), key, projectId: id };
}

/** The value of an environment variable, without validation: the command that uses it reports what is wrong. */
function environmentValue(name: keyof typeof settings): string {
  const { name: variable, fallback = '' } = settings[name];
  return processEnvironment()[variable] || fallback;
}

function platformOf({ url, apiKey }: ServerOptions): { base: string; key: string } {
  if (!isUrl(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ServerFault(`${url} is no address of a platform. Give --url as http://localhost:8080, for example.`);
  const key = apiKey ?? environmentValue('apiKey');
  if (!key)
    throw new ServerFault(
      'The API key is missing. npm start prints one: give it with --api-key, or set CAUSEWAY_API_KEY.',
    );
  return { base: `${url.replace(/\/+$/, '')}/v1`, key };
}

async function ownProject(base: string, key: string): Promise<string> {
  const projects = await exchange<{ id: string; name: string }[]>(`${base}/projects`, key, 'GET');
  const [only] = projects;
  if (projects.length === 1 && only) return only.id;
  throw new ServerFault(
    `The project is not clear. Give --project with one of: ${projects.map(({ name }) => name).join(', ') || 'none exists'}.`,
  );
}

async function exchange<T>(url: string, key: string, method: string, body?: object): Promise<T> {
  return JSON.parse(await successful(url, key, { method, text: body && JSON.stringify(body) })) as T;
}

async function successful(url: string, key: string, sent: Sent): Promise<string> {
  const answer = await answerOf(url, key, sent);
  if (!answer.response.ok) throw faultOf(answer);
  return answer.text;
}

type Answer = { response: Response; text: string };

/** The response, whatever its status. Throws ServerFault without a status when there is no response. */
async function answerOf(url: string, key: string, { method, text, headers }: Sent): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      headers: { 'x-api-key': key, ...(text !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(text !== undefined && { body: text }),
    });
    return { response, text: await response.text() };
  } catch (error) {
    throw unreachable(url, error);
  }
}

export function unreachable(url: string, error: unknown): ServerFault {
  return new ServerFault(
    `${new URL(url).origin} can't be reached (${reasonOf(error)}). Start a platform there with npm start, or give its --url.`,
  );
}

/** Whether the answer is a 422 that names an operation. A 422 with a problem document has another content type. */
function namesOperation({ response }: Answer): boolean {
  return response.status === 422 && (response.headers.get('content-type') ?? '').startsWith('application/json');
}

function faultOf({ response, text }: Answer): ServerFault {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const said = problemIn(text);
  return new ServerFault(
    said ? problemText(response.status, said) : `${response.status}: the response is not from Causeway. Check --url.`,
    response.status,
    Number.isFinite(seconds) ? seconds * 1_000 : undefined,
    said,
  );
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: { code?: string; message?: string } };
  return cause?.message || cause?.code || message;
}

function problemText(status: number, { title = '', detail = title, remedy, issues = [] }: ProblemDocument): string {
  const faults = issues.map((issue) => `  ${issue.name}: ${issue.detail}`);
  return [`${status}: ${detail}`, ...faults, ...(remedy ? [remedy] : [])].join('\n');
}

function problemIn(text: string): ProblemDocument | undefined {
  try {
    const said: unknown = JSON.parse(text);
    return typeof said === 'object' && said !== null ? said : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a secret from the file at `@path`, because a secret on the command line is stored in the shell's history. */
export function readSecret(value: string): string {
  if (!value.startsWith('@')) return value;
  try {
    return readFileSync(value.slice(1), 'utf8').trim();
  } catch {
    throw new InvalidArgumentError(`The file ${value.slice(1)} can't be read.`);
  }
}
