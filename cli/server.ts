import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { environment } from '../lib/config/settings.ts';

/** Where the platform is, and as whom: by option, or by environment. */
export type ServerOptions = { url: string; project?: string; apiKey?: string };
export type Answer<T> = { status: number; body: T };
export type Server = {
  /** Below the project. Throws ServerFault for anything but success. */
  call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>;
};

type Said = { title?: string; detail?: string; remedy?: string };

/** What a person is told when the platform did not do it. */
export class ServerFault extends Error {}

/** Adds the options that all commands against a platform share. */
export function withServer(command: Command): Command {
  const known = environment();
  return command
    .option('--url <origin>', 'the platform (CAUSEWAY_URL)', known['CAUSEWAY_URL'] || 'http://localhost:8080')
    .option('--project <id or name>', "the project (CAUSEWAY_PROJECT); left out, the key's own")
    .option('--api-key <key>', 'an API key, or @file (CAUSEWAY_API_KEY)', secret);
}

/** The platform's public API as this key sees it. */
export async function serverOf({ url, project, apiKey }: ServerOptions): Promise<Server> {
  const known = environment();
  const key = apiKey ?? known['CAUSEWAY_API_KEY'];
  if (!key) throw new ServerFault('There is no API key: give --api-key, or set CAUSEWAY_API_KEY.');
  const base = `${url.replace(/\/+$/, '')}/v1`;
  const named = project ?? known['CAUSEWAY_PROJECT'] ?? (await ownProject(base, key));
  return {
    call: (method, path, body) => exchange(`${base}/projects/${encodeURIComponent(named)}${path}`, key, method, body),
  };
}

async function ownProject(base: string, key: string): Promise<string> {
  const projects = await exchange<{ id: string; name: string }[]>(`${base}/projects`, key, 'GET');
  const [only] = projects;
  if (projects.length === 1 && only) return only.id;
  throw new ServerFault(
    `Which project? Give --project: ${projects.map(({ name }) => name).join(', ') || 'there is none'}.`,
  );
}

async function exchange<T>(url: string, key: string, method: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new ServerFault(`${new URL(url).origin} can't be reached: ${reasonOf(error)}`);
  });
  const text = await response.text();
  if (!response.ok) throw new ServerFault(problemText(response.status, text));
  return JSON.parse(text) as T;
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? cause.message : message;
}

function problemText(status: number, text: string): string {
  try {
    const { title = '', detail = title, remedy } = JSON.parse(text) as Said;
    return [`${status}: ${detail}`, ...(remedy ? [remedy] : [])].join('\n');
  } catch {
    return `${status}: it is not Causeway that answered.`;
  }
}

/** `@path` is the content of a file: a secret on the command line ends in the shell's history. */
export function secret(value: string): string {
  if (!value.startsWith('@')) return value;
  try {
    return readFileSync(value.slice(1), 'utf8').trim();
  } catch {
    throw new InvalidArgumentError(`The file ${value.slice(1)} can't be read.`);
  }
}
