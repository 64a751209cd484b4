import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { WRITE_TYPES } from '../../connectors/engine/file/write_facts.ts';
import { isObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../lib/json/json.ts';
import type { End, Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { type WriteAnswer, wasWritten, writtenText } from '../output/written_text.ts';
import { askFor } from '../server/ask.ts';
import { type Server, ServerFault, type ServerOptions, withServer } from '../server/server.ts';
import { waitForOperation } from './follow_operation.ts';

type Options = ServerOptions & {
  integration: string;
  group: string;
  object: string;
  type: string;
  async?: boolean;
  wait?: boolean;
  key?: string;
  json?: boolean;
};
type Input = JsonObject | JsonObject[];
type Operation = { id: string; status: string; result?: string; metadata?: { write?: { response?: WriteAnswer } } };

/**
 * Max time to repeat a request under the same key, ms. A synchronous write is answered within 27 s, so the write ends
 * within this time.
 */
const REPEATS_MS = 40_000;
const REPEAT_AFTER_MS = 1_000;
const MAX_UNANSWERED = 3;
const STDIN = 0;

const HELP = `
The write has an Idempotency-Key, by default a new random one. If no answer comes, the command asks again under the same key, so
nothing is written twice.

Exit codes: 0 every record is written (with --async and without --wait: stored). 1 a record is not written, or the platform
refused the write or can't be reached. 2 wrong arguments.`;

/** `causeway records write <json>`: creates, updates or deletes records at a customer's provider. */
export function recordsCommand(output: Output, end: End): Command {
  const records = new Command('records').description("Records at your customers' providers: write.");
  const asked = askFor(output, end);
  withServer(records.command('write'))
    .description("Create, update or delete one record or a batch at a customer's provider.")
    .argument('<json>', 'a record, or a list of records as a batch: JSON, @file, or - for stdin', inputOf)
    .requiredOption('--integration <id or name>', 'the integration that writes')
    .requiredOption('--group <ref>', 'the customer: the ref of the group of the installation')
    .requiredOption('--object <name>', 'the object, as the integration names it')
    .addOption(new Option('--type <type>', 'what happens to the records').choices(WRITE_TYPES).makeOptionMandatory())
    .option('--async', 'store the write and try it again until it succeeds or its deadline ends')
    .option('--wait', 'with --async: wait until the write has ended')
    .option('--key <text>', 'Idempotency-Key, to repeat a write that may have happened. Default: a new random one')
    .option('--json', 'as JSON, as the API answers; with --wait the finished operation')
    .addHelpText('after', HELP)
    .action((input: Input, options: Options) =>
      asked(async (server) => {
        const { key = randomUUID() } = options;
        const text = await writeWithRetries(server, input, options, key);
        const answer = parseJson(text) as WriteAnswer;
        if (options.async && options.wait) return showWhenEnded(server, answer.operationId, options);
        if (options.json) output.out(`${text}\n`);
        else show(writtenText(answer, options.type));
        if (!wasWritten(answer)) end(1);
      }, options),
    );
  return records;

  async function showWhenEnded(server: Server, id: string, { type, json }: Options): Promise<void> {
    await waitForOperation<Operation>(server, id);
    const text = await server.text(`/operations/${encodeURIComponent(id)}`);
    const { status, result = status, metadata } = parseJson(text) as Operation;
    const response = metadata?.write?.response;
    if (json) output.out(`${text}\n`);
    else {
      if (response) show(writtenText({ ...response, operationId: id }, type));
      output.err(`${plain(result)}\n`);
    }
    if (status !== 'success') end(1);
  }

  function show({ out, err }: { out: string; err: string }): void {
    if (out) output.out(out);
    if (err) output.err(err);
  }
}

/**
 * Requests the write, and returns the response as text. Without a response, it repeats the request under the same key.
 * Throws a ServerFault that names the key.
 */
async function writeWithRetries(server: Server, input: Input, options: Options, key: string): Promise<string> {
  const { integration, object, group: groupRef, type } = options;
  const path = `/integrations/${encodeURIComponent(integration)}/objects/${encodeURIComponent(object)}`;
  const records = Array.isArray(input) ? { batch: input.map((record) => ({ record })) } : { record: input };
  const body = { groupRef, type, ...(options.async && { mode: 'asynchronous' }), ...records };
  const until = Date.now() + REPEATS_MS;
  for (let unanswered = 0; ; ) {
    try {
      return (await server.write(path, stringifyJson(body), key)).text;
    } catch (error) {
      if (!(error instanceof ServerFault)) throw error;
      if (error.status === undefined) unanswered += 1;
      if (!isOpen(error)) throw error;
      if (unanswered >= MAX_UNANSWERED || Date.now() > until) throw withKey(error, key);
      await sleep(error.retryAfterMs ?? REPEAT_AFTER_MS);
    }
  }
}

/** Whether the outcome is still open: there was no response, or the first request with this key is running. */
function isOpen({ status, retryAfterMs }: ServerFault): boolean {
  return status === undefined || (status === 409 && retryAfterMs !== undefined);
}

function withKey({ message, status }: ServerFault, key: string): ServerFault {
  return new ServerFault(
    `${message}\nIf the write has reached the platform, it goes on. The same command with --key ${key} shows its answer, and writes nothing twice.`,
    status,
  );
}

/**
 * Parses the argument `<json>`. Throws InvalidArgumentError if the input cannot be read, or is neither a record nor a
 * list of records.
 */
function inputOf(given: string): Input {
  const value = jsonOf(given);
  if (isObject(value)) return value;
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) return value;
  throw new InvalidArgumentError('Give a record as a JSON object, or several in a list.');
}

function jsonOf(given: string): Json {
  try {
    return parseJson(textOf(given));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new InvalidArgumentError(`This is no JSON: ${plain(error.message)}`);
  }
}

function textOf(given: string): string {
  if (given !== '-' && !given.startsWith('@')) return given;
  try {
    return readFileSync(given === '-' ? STDIN : given.slice(1), 'utf8');
  } catch {
    throw new InvalidArgumentError(
      given === '-' ? "stdin can't be read." : `The file ${given.slice(1)} can't be read.`,
    );
  }
}
