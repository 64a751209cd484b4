import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { End, Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { showJson, withJson } from '../server/ask.ts';
import { timeBefore } from '../server/filters.ts';
import { type Server, type ServerOptions, withServer } from '../server/server.ts';

type Options = ServerOptions & { since: string; until?: string; json?: boolean };
type Recovery = {
  id: string;
  state: string;
  counts: { found: number; released: number; delivered: number; withoutBody: number };
  endTime?: string;
};
type Ask = (run: (server: Server) => Promise<void>, options: ServerOptions) => Promise<void>;

const EVERY_MS = 1_000;

/**
 * `causeway destinations recover <destination>`: sends again the messages that the destination missed, and shows the
 * progress until the recovery ends. Interrupting the command does not end the recovery. Exits with 1 when the recovery
 * was cancelled.
 */
export function destinationsRecoverCommand(output: Output, end: End, asked: Ask): Command {
  const time = timeBefore(Date.now);
  return withJson(withServer(new Command('recover')))
    .description('Send again everything that a destination did not get in a span of time, and show the progress.')
    .argument('<destination>', 'its id or name')
    .requiredOption('--since <time>', 'created at this time or later: RFC 3339, or an age such as 30m, 2h, 7d', time)
    .option('--until <time>', 'created before this time; missing means now', time)
    .action((destination: string, { since, until, json, ...options }: Options) =>
      asked(async (server) => {
        const path = `/destinations/${encodeURIComponent(destination)}`;
        const started = await server.call<Recovery>('POST', `${path}:recover`, { since, ...(until && { until }) });
        output.err(`Recovery ${plain(started.id)}.\n`);
        const recovery = await followRecovery(server, `${path}/recoveries/${encodeURIComponent(started.id)}`, output);
        if (json) showJson(output, recovery);
        else output.out(`${plain(endText(destination, recovery))}\n`);
        if (recovery.state === 'cancelled') end(1);
      }, options),
    );
}

/** Waits until the recovery ends. Writes the progress to stderr, because it is not the result. */
async function followRecovery(server: Server, path: string, output: Output): Promise<Recovery> {
  for (let shown = ''; ; await sleep(EVERY_MS)) {
    const recovery = await server.call<Recovery>('GET', path);
    if (recovery.endTime !== undefined) return recovery;
    const text = `${recovery.state}  ${countsText(recovery)}\n`;
    if (text !== shown) output.err(plain(text));
    shown = text;
  }
}

function countsText({ counts: { found, released, delivered, withoutBody } }: Recovery): string {
  return `${found} found, ${released} released, ${delivered} delivered, ${withoutBody} without a body`;
}

function endText(destination: string, recovery: Recovery): string {
  const { released, delivered } = recovery.counts;
  const rest = `${released - delivered} are on their way: causeway deliveries list --destination ${destination} --state pending`;
  return `${recovery.state}  ${countsText(recovery)}${released > delivered ? `\n${rest}` : ''}`;
}
