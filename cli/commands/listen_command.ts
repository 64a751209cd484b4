import process from 'node:process';
import { Command, InvalidArgumentError } from 'commander';
import { isUrl } from '../../lib/url/is_url.ts';
import type { ListenOptions } from '../listen/listen.ts';
import type { End, Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { readSecret, ServerFault, withServer } from '../server/server.ts';

const HELP = `
The command listens on 127.0.0.1. It creates the destination if it is missing, or lets it send here if it sends to
this machine. It answers verified messages with 204 and others with 401. Ctrl-C ends it. The destination is kept, and
its messages wait there until you listen again.

The platform must be able to reach this machine, as one that was started with \`npm start\` does.`;

/** `causeway listen`: a webhook on this machine that prints received messages. */
export function listenCommand(output: Output, end: End): Command {
  return withServer(new Command('listen'))
    .description('Receive the messages of a destination on this machine, verify them and print them.')
    .option('--destination <name>', 'the destination that sends here', 'local')
    .option('--port <n>', 'port to listen on; 0 is any free one', whole(0, 65_535), 0)
    .option('--signing-key <key>', 'verify with this key, or @file, and call no platform', readSecret)
    .option('--forward <url>', 'also send each verified message there, and answer with its status', address)
    .option('--exit-after <n>', 'end after n verified messages, with 1 if others were refused', whole(1, 1e9))
    .option('--json', 'print one line of JSON for each message')
    .addHelpText('after', HELP)
    .action(async (options: ListenOptions) => {
      try {
        const { listen } = await import('../listen/listen.ts');
        const { verified, refused, records, movedTo } = await listen(options, output, signalled());
        const kept = `The destination ${options.destination} is kept; its messages wait until you listen again.\n`;
        output.err(`${verified} messages with ${records} records verified, ${refused} refused.\n`);
        if (!options.signingKey) output.err(kept);
        if (movedTo !== undefined) output.err(`${options.destination} still sends to ${movedTo}.\n`);
        if (options.exitAfter !== undefined && refused > 0) end(1);
      } catch (error) {
        if (!(error instanceof ServerFault)) throw error;
        output.err(`${plain(error.message)}\n`);
        end(1);
      }
    });
}

/** Aborts on the first SIGINT (Ctrl-C) or SIGTERM. */
function signalled(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

function whole(min: number, max: number) {
  return (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`);
  };
}

function address(text: string): string {
  if (isUrl(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('Give an http:// or https:// URL.');
}
