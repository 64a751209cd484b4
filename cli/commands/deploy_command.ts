import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { End, Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { ServerFault, serverOf, type ServerOptions, withServer } from '../server/server.ts';

type Warning = { message: string; line?: number; column?: number; path: string; rule: string; suggestion?: string };
type Deployed = { id: string; name: string; latestRevision: { id: string; warnings?: Warning[] } };
type Options = ServerOptions & { destructive?: boolean; json?: boolean };

/** `causeway deploy <file>`: deploys a manifest, and prints its integrations and warnings. */
export function deployCommand(output: Output, end: End): Command {
  return withServer(new Command('deploy'))
    .description('Deploy the integrations of a manifest to a running platform.')
    .argument('<file>', 'the manifest, such as causeway.yaml')
    .option('--destructive', 'pause the reads of objects that the manifest no longer has')
    .option('--json', 'print the answer as JSON')
    .action(async (file: string, options: Options) => {
      try {
        const deployed = await deploy(file, options);
        output.out(options.json ? `${JSON.stringify(deployed, null, 2)}\n` : deployed.map(integrationLine).join(''));
        output.err(warningLines(file, deployed).join(''));
      } catch (error) {
        if (!(error instanceof ServerFault)) throw error;
        output.err(`${plain(error.message)}\n`);
        end(1);
      }
    });
}

async function deploy(file: string, { destructive, ...options }: Options): Promise<Deployed[]> {
  const sourceYaml = textOf(file);
  const server = await serverOf(options);
  return server.call('PUT', `/integrations:batch${destructive ? '?destructive=true' : ''}`, { sourceYaml });
}

function textOf(file: string): string {
  const text = readText(file);
  if (text.trim() === '') throw new ServerFault(`The file ${file} is empty. A manifest has at least one integration.`);
  return text;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ServerFault(`The file ${file} can't be read.`);
  }
}

function integrationLine({ id, name, latestRevision }: Deployed): string {
  return `${plain(name)}  ${id}  revision ${latestRevision.id}\n`;
}

/** A warning about the manifest as a whole comes with each integration, and is shown once. */
function warningLines(file: string, deployed: Deployed[]): string[] {
  const lines = deployed.flatMap(({ latestRevision }) => latestRevision.warnings ?? []).map(warningLine);
  return [...new Set(lines)].map((line) => `${file}:${line}\n`);

  function warningLine({ message, line = 0, column = 0, path, rule, suggestion = '' }: Warning): string {
    const place = line > 0 ? `${line}:${column}: ` : '';
    return `${place}warning: ${plain(path)}: ${plain(message)} (${rule})${suggestion && ` ${plain(suggestion)}`}`;
  }
}
