import { Command } from 'commander';
import type { End, Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { type Facts, type Status, statusOf } from '../output/status_of.ts';
import { askFor, showJson, withJson } from '../server/ask.ts';
import { type Server, type ServerOptions, withServer } from '../server/server.ts';

const EXIT_CODES = { ok: 0, warning: 1, error: 2 } as const;
/** The max number of findings shown per code, because an outage may affect thousands of installations. */
const SHOWN = 10;

/** `causeway status`: shows current problems. Exits with 0 if there are none, 1 for warnings, 2 for errors. */
export function statusCommand(output: Output, end: End): Command {
  const asked = askFor(output, (code) => end(code === 0 ? 0 : EXIT_CODES.error));
  return withJson(withServer(new Command('status')))
    .description('Show what is wrong now, since when, and what to do. Exits with 0: nothing, 1: warnings, 2: errors.')
    .action(({ json, ...options }: ServerOptions & { json?: boolean }) =>
      asked(async (server) => {
        const status = await ask(server);
        if (json) showJson(output, status);
        else output.out(statusText(status));
        end(EXIT_CODES[status.state]);
      }, options),
    );
}

async function ask(server: Server): Promise<Status> {
  const list = <Name extends keyof Facts>(path: string) => server.call<Facts[Name]>('GET', path);
  const [installations, integrations, destinations, backlogs] = await Promise.all([
    list<'installations'>('/installations'),
    list<'integrations'>('/integrations'),
    list<'destinations'>('/destinations'),
    list<'backlogs'>('/delivery-backlogs'),
  ]);
  return statusOf({ installations, integrations, destinations, backlogs });
}

function statusText({ state, checked, findings }: Status): string {
  const { installations, destinations } = checked;
  const looked = `${installations} installation${plural(installations)} and ${destinations} destination${plural(destinations)}`;
  if (state === 'ok') return `Nothing is wrong with ${looked}.\n`;
  const shown = new Map<string, number>();
  const lines = findings.flatMap(({ level, what, code, objectNames, since, detail, command }) => {
    const count = (shown.get(code) ?? 0) + 1;
    shown.set(code, count);
    if (count > SHOWN) return [];
    const about = `${what}${objectNames.map((name) => `, ${name}`).join('')}: ${code}${since ? `, since ${since}` : ''}`;
    return [`${level.toUpperCase().padEnd(7)}  ${about}`, `         ${detail}`, `         ${command}`];
  });
  const more = [...shown].flatMap(([code, count]) => (count > SHOWN ? [`… and ${count - SHOWN} more: ${code}`] : []));
  return [...lines, ...more, `Looked at ${looked}.`].map((line) => `${plain(line)}\n`).join('');
}

function plural(count: number): string {
  return count === 1 ? '' : 's';
}
