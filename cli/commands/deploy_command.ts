import { Command } from 'commander';
import { changeText, manifestChanges } from '../manifest/manifest_changes.ts';
import { manifestText } from '../manifest/manifest_text.ts';
import { changeSign } from '../output/change_sign.ts';
import type { End, Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { ServerFault, type ServerOptions, serverOf, withServer } from '../server/server.ts';

type Warning = { message: string; line?: number; column?: number; path: string; rule: string; suggestion?: string };
type Revision = { id: string; content: object; warnings?: Warning[] };
type Plan = { change: string; former?: Revision; droppedObjects: string[] };
type Deployed = { id: string; name: string; latestRevision: Revision; plan?: Plan };
type Options = ServerOptions & { dryRun?: boolean; destructive?: boolean; detailedExitcode?: boolean; json?: boolean };

const HELP = `
The command first asks the platform what the deploy would change, and shows the difference. Then it deploys exactly that: if
another deploy came in between, it is refused and nothing is changed.

Exit codes: 0 deployed, or nothing to do. 1 the platform refused it or can't be reached. 2 wrong arguments; with
--detailed-exitcode also: there are changes (deployed, or with --dry-run found).`;

/** `causeway deploy <file>`: shows what a manifest changes, deploys it, and prints its integrations and warnings. */
export function deployCommand(output: Output, end: End): Command {
  return withServer(new Command('deploy'))
    .description('Deploy the integrations of a manifest to a running platform.')
    .argument('<file>', 'the manifest, such as causeway.yaml')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--destructive', 'pause the reads of objects that the manifest no longer has')
    .option('--detailed-exitcode', 'exit with 2 if there are changes')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', HELP)
    .action(async (file: string, options: Options) => {
      try {
        const { planned, deployed } = await deploy(file, options, (found) => {
          // stdout gets the result: the integrations after a deploy, the difference after a dry run.
          if (!options.json) output[options.dryRun ? 'out' : 'err'](found.map(planText).join(''));
        });
        const answer = deployed ?? planned;
        if (options.json) output.out(`${JSON.stringify(answer, null, 2)}\n`);
        else
          output.out(deployed ? deployed.map(integrationLine).join('') : 'Nothing was changed: this was a dry run.\n');
        output.err([...droppedLines(planned, options), ...warningLines(file, answer)].join(''));
        if (options.detailedExitcode && planned.some(({ plan }) => plan?.change !== 'unchanged')) end(2);
      } catch (error) {
        if (!(error instanceof ServerFault)) throw error;
        output.err(`${plain(refusalText(file, error))}\n`);
        end(1);
      }
    });
}

/** Deploys exactly the plan that was passed to `onPlan`. `deployed` is missing after a dry run. */
async function deploy(
  file: string,
  { destructive, dryRun, ...options }: Options,
  onPlan: (planned: Deployed[]) => void,
): Promise<{ planned: Deployed[]; deployed?: Deployed[] }> {
  const sourceYaml = manifestText(file);
  const server = await serverOf(options);
  const path = `/integrations:batch?destructive=${destructive === true}`;
  const planned = await server.call<Deployed[]>('PUT', `${path}&dryRun=true`, { sourceYaml });
  onPlan(planned);
  if (dryRun) return { planned };
  const expectedRevisionIds = Object.fromEntries(planned.map(({ name, plan }) => [name, plan?.former?.id ?? '']));
  return { planned, deployed: await server.call<Deployed[]>('PUT', path, { sourceYaml, expectedRevisionIds }) };
}

function planText({ name, latestRevision, plan }: Deployed): string {
  if (!plan) return '';
  const changes = plan.former ? manifestChanges(plan.former.content, latestRevision.content).map(changeText) : [];
  const moved =
    plan.change === 'changed' && changes.length === 0 ? ['  a destination name means another destination now'] : [];
  return [`${changeSign(plan.change)} ${name}: ${plan.change}`, ...changes.map((line) => `    ${line}`), ...moved]
    .map((line) => `${plain(line)}\n`)
    .join('');
}

function integrationLine({ id, name, latestRevision }: Deployed): string {
  return `${plain(name)}  ${id}  revision ${latestRevision.id}\n`;
}

/** Lines about objects that installations read but the manifest no longer has. */
function droppedLines(planned: Deployed[], { destructive }: Options): string[] {
  return planned
    .filter(({ plan }) => (plan?.droppedObjects.length ?? 0) > 0)
    .map(({ name, plan }) => {
      const dropped = plan?.droppedObjects.join(', ');
      return destructive
        ? `${plain(`${name}: the reads of ${dropped} are paused (--destructive).`)}\n`
        : `${plain(`${name}: ${dropped} is no longer in the manifest. Installations go on reading it; --destructive pauses that.`)}\n`;
    });
}

/**
 * If the platform refused the manifest: its faults as lines that editors can parse, like the output of `manifest
 * check`. For any other error: the error message.
 */
function refusalText(
  file: string,
  { message, status, problem: { detail = '', remedy = '', issues = [] } = {} }: ServerFault,
) {
  if (issues.length === 0) return message;
  const lines = issues.map(({ name, detail }) => {
    const [, line, column, fault] = /^line (\d+), column (\d+): (.*)$/s.exec(detail) ?? [];
    return fault === undefined
      ? `${file}: error: ${name}: ${detail}`
      : `${file}:${line}:${column}: error: ${name}: ${fault}`;
  });
  return [...lines, `${status}: ${detail}`, remedy].join('\n').trimEnd();
}

/**
 * Lines of warnings. The response repeats a warning about the whole manifest in every integration. The warning is shown
 * once.
 */
function warningLines(file: string, deployed: Deployed[]): string[] {
  const lines = deployed.flatMap(({ latestRevision }) => latestRevision.warnings ?? []).map(warningLine);
  return [...new Set(lines)].map((line) => `${file}:${line}\n`);

  function warningLine({ message, line = 0, column = 0, path, rule, suggestion = '' }: Warning): string {
    const place = line > 0 ? `${line}:${column}: ` : '';
    return `${place}warning: ${plain(path)}: ${plain(message)} (${rule})${suggestion && ` ${plain(suggestion)}`}`;
  }
}
