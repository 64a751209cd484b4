import { createReadStream, statSync } from 'node:fs';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { Command, InvalidArgumentError } from 'commander';
import type { End, StreamOutput } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { sendProxied } from '../server/proxied.ts';
import { ServerFault, type ServerOptions, withServer } from '../server/server.ts';

type Header = readonly [name: string, value: string];
/** The body of the request. `length`: its size in bytes, known only for a file. */
type Data = { open(): string | Readable; length?: number };
type Options = ServerOptions & {
  installation?: string;
  integration?: string;
  group?: string;
  header: Header[];
  data?: Data;
  json?: boolean;
};

const HELP = `
The status line and the headers of the answer are written to stderr, its body to stdout. Redirects are not followed.

Exit codes: 0 the status of the answer is below 400. 1 it is 400 or more, or the platform refused the request or can't be reached,
or the answer broke off. 2 wrong arguments.`;

/** `causeway proxy <method> <path>`: sends one request to a customer's provider, through the proxy of the platform. */
export function proxyCommand(output: StreamOutput, end: End): Command {
  const command: Command = withServer(new Command('proxy'))
    .description("Send any request to a customer's provider, with the customer's credentials.")
    .argument('<method>', 'GET, POST or any other method', methodOf)
    .argument('<path>', 'path and query at the provider, such as /crm/v3/objects/notes?limit=1', pathOf)
    .option('--installation <id>', 'the installation; or give --integration and --group')
    .option('--integration <name>', 'the integration of the installation')
    .option('--group <ref>', 'the customer: the ref of the group of the installation')
    .option('--header <text>', '"Name: value", sent to the provider; may be repeated', headerOf, [])
    .option(
      '--data <text>',
      'the body: text, @file, or - for stdin. Content type, unless a header says it: JSON',
      dataOf,
    )
    .option('--json', '{status, headers, body} as JSON, the body as text')
    .addHelpText('after', HELP)
    .action(async (method: string, path: string, options: Options) => {
      const { installation, integration, group, data } = options;
      if (!installation && !(integration && group))
        command.error('error: name the installation: --installation, or --integration and --group together');
      const names: Record<string, string> = installation
        ? { 'x-amp-installation-id': installation }
        : { 'x-amp-integration-name': integration ?? '', 'x-amp-group-ref': group ?? '' };
      try {
        const headers = [...options.header, ...ofBody(data, options.header)];
        const answer = await sendProxied(options, { method, path, names, headers, ...(data && { body: data.open() }) });
        const status = answer.statusCode ?? 0;
        const lines = pairs(answer.rawHeaders);
        if (options.json) {
          const body = await textOf(answer);
          output.out(`${JSON.stringify({ status, headers: lines, body }, null, 2)}\n`);
        } else {
          output.err(`${status} ${plain(answer.statusMessage ?? '')}\n`);
          for (const [name, value] of lines) output.err(`${plain(name)}: ${plain(value)}\n`);
          await output.stream(answer);
        }
        if (status >= 400) end(1);
      } catch (error) {
        // A response that broke off is reported like a missing response. Any other error is a bug.
        if (!(error instanceof ServerFault) && !isCut(error)) throw error;
        output.err(
          `${error instanceof ServerFault ? plain(error.message) : 'The answer broke off: its body is not whole.'}\n`,
        );
        end(1);
      }
    });
  return command;
}

function isCut(error: unknown): boolean {
  return ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE'].includes((error as { code?: string }).code ?? '');
}

function ofBody(data: Data | undefined, given: readonly Header[]): Header[] {
  if (!data) return [];
  const isGiven = given.some(([name]) => name.toLowerCase() === 'content-type');
  return [
    ...(isGiven ? [] : [['content-type', 'application/json'] as const]),
    ...(data.length === undefined ? [] : [['content-length', String(data.length)] as const]),
  ];
}

function pairs(raw: readonly string[]): Header[] {
  return Array.from({ length: raw.length / 2 }, (_, at): Header => [raw[2 * at] ?? '', raw[2 * at + 1] ?? '']);
}

async function textOf(body: Readable): Promise<string> {
  let text = '';
  for await (const chunk of body.setEncoding('utf8')) text += String(chunk);
  return text;
}

function methodOf(given: string): string {
  if (/^[A-Za-z-]+$/.test(given)) return given.toUpperCase();
  throw new InvalidArgumentError('Give a method, such as GET.');
}

function pathOf(given: string): string {
  if (/^\/[!-~]*$/.test(given)) return given;
  throw new InvalidArgumentError('It begins with / and has neither spaces nor characters that a URL must encode.');
}

/** A header name (a token, RFC 9110 5.6.2) and a value without control characters. */
const HEADER = /^([\w!#$%&'*+.^`|~-]+):([\t -~]*)$/;

function headerOf(given: string, before: Header[]): Header[] {
  const [, name = '', value = ''] = HEADER.exec(given) ?? [];
  if (name === '') throw new InvalidArgumentError('Give it as "Name: value", in ASCII.');
  return [...before, [name, value.trim()]];
}

function dataOf(given: string): Data {
  if (given === '-') return { open: () => process.stdin };
  if (!given.startsWith('@')) return { open: () => given };
  try {
    return { open: () => createReadStream(given.slice(1)), length: statSync(given.slice(1)).size };
  } catch {
    throw new InvalidArgumentError(`The file ${given.slice(1)} can't be read.`);
  }
}
