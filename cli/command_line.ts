import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { assetPath } from '../lib/assets/asset_path.ts';
import { completionCommand } from './commands/completion_command.ts';
import { connectCommand } from './commands/connect_command.ts';
import { connectionsCommand } from './commands/connections_command.ts';
import { deliveriesCommand } from './commands/deliveries_command.ts';
import { deployCommand } from './commands/deploy_command.ts';
import { destinationsCommand } from './commands/destinations_command.ts';
import { doctorCommand } from './commands/doctor_command.ts';
import { initCommand } from './commands/init_command.ts';
import { installationsCommand } from './commands/installations_command.ts';
import { listenCommand } from './commands/listen_command.ts';
import { manifestCheckCommand } from './commands/manifest_check_command.ts';
import { openCommand } from './commands/open_command.ts';
import { operationsCommand } from './commands/operations_command.ts';
import { providersCheckCommand } from './commands/providers_check_command.ts';
import { providersListCommand } from './commands/providers_list_command.ts';
import { providersReadCommand } from './commands/providers_read_command.ts';
import { proxyCommand } from './commands/proxy_command.ts';
import { recordsCommand } from './commands/records_command.ts';
import { statusCommand } from './commands/status_command.ts';
import type { End, StreamOutput } from './output/output.ts';

/**
 * Runs one command line. `args` does not include the program's name. Returns the exit code. Never throws for bad
 * arguments.
 */
export async function runCommandLine(args: readonly string[], output: StreamOutput): Promise<number> {
  let exitCode = 0;
  const program = commandLine(output, (code) => {
    exitCode = Math.max(exitCode, code);
  });
  everyCommand(program, (command) =>
    command.exitOverride().configureOutput({ writeOut: output.out, writeErr: output.err }).showHelpAfterError(),
  );
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // The parser also throws when help was requested, which is not an error.
    return ['commander.helpDisplayed', 'commander.version'].includes(error.code) ? 0 : 2;
  }
  return exitCode;
}

/** All commands. A test requires that each has `--json`. */
export function commandLine(output: StreamOutput, end: End): Command {
  const program = new Command('causeway').description('The command line of Causeway.').version(ownVersion());
  // `operations` and its subcommands have options of the same names. With positional options, the parser assigns an
  // option to the command before it.
  program.enablePositionalOptions();
  const providers = program.command('providers').description('Provider files: check them, list them, read with them.');
  for (const command of [providersCheckCommand, providersListCommand, providersReadCommand])
    providers.addCommand(command(output, end));
  const manifest = program.command('manifest').description('Manifests on this machine: check.');
  manifest.addCommand(manifestCheckCommand(output, end));
  for (const command of [
    statusCommand,
    doctorCommand,
    initCommand,
    deployCommand,
    listenCommand,
    recordsCommand,
    proxyCommand,
    operationsCommand,
    deliveriesCommand,
    connectCommand,
    connectionsCommand,
    installationsCommand,
    destinationsCommand,
    openCommand,
  ])
    program.addCommand(command(output, end));
  program.addCommand(completionCommand(output, () => program));
  return program;
}

function everyCommand(command: Command, change: (command: Command) => void): void {
  change(command);
  for (const child of command.commands) everyCommand(child, change);
}

function ownVersion(): string {
  return (JSON.parse(readFileSync(assetPath('package.json'), 'utf8')) as { version: string }).version;
}
