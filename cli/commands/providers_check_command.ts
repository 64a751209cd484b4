import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Command } from 'commander';
import type { FileFault, readProviderFile } from '../../connectors/engine/check/check.ts';
import { faultText } from '../output/fault_text.ts';
import type { End, Output } from '../output/output.ts';

type Checked = { file: string; text: string; faults: FileFault[]; warnings: FileFault[] };

/** `causeway providers check <file...>`: reports every fault and warning of each file, with its line and a hint. */
export function providersCheckCommand(output: Output, end: End): Command {
  return new Command('check')
    .description(
      'Check provider files and report each fault with its line and path. A folder means all YAML files in it.',
    )
    .argument('<files...>', 'provider files or folders')
    .option('--json', 'faults as one JSON document')
    .action(async (paths: string[], { json }: { json?: boolean }) => {
      const files = paths.flatMap((path) => filesAt(path, output, end));
      const { readProviderFile: read } = await import('../../connectors/engine/check/check.ts');
      const checked = files.map((file) => check(file, read));
      if (checked.some(({ faults }) => faults.length > 0)) end(1);
      if (files.length === 0 && !json) return;
      output.out(json ? `${JSON.stringify(checked.map(shown), null, 2)}\n` : report(checked));
    });
}

function filesAt(path: string, output: Output, end: End): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path)
      .filter((name) => /\.ya?ml$/.test(name))
      .sort()
      .map((name) => join(path, name));
  } catch (error) {
    output.err(`${path} can't be read: ${(error as Error).message}\n`);
    end(2);
    return [];
  }
}

function check(file: string, read: typeof readProviderFile): Checked {
  const text = readFileSync(file, 'utf8');
  const { faults, refusals, warnings, provider } = read(text);
  const name = basename(file).replace(/\.ya?ml$/, '');
  const misnamed = provider && provider.name !== name;
  const fault = {
    line: 1,
    path: 'name',
    detail: `is ${provider?.name}, but the file is named ${name}; both names must be equal`,
  };
  return { file, text, faults: misnamed ? [fault] : [...faults, ...refusals], warnings };
}

function shown({ file, faults, warnings }: Checked): Omit<Checked, 'text'> {
  return { file, faults, warnings };
}

function report(checked: readonly Checked[]): string {
  const texts = checked
    .map(({ file, text, faults, warnings }) => [
      ...faults.map((fault) => faultText(file, text, fault)),
      ...warnings.map((warning) => faultText(file, text, { ...warning, detail: `warning: ${warning.detail}` })),
    ])
    .filter((found) => found.length > 0)
    .map((found) => found.join('\n'));
  const faulty = checked.filter(({ faults }) => faults.length > 0);
  const count = faulty.reduce((sum, { faults }) => sum + faults.length, 0);
  const warned = checked.reduce((sum, { warnings }) => sum + warnings.length, 0);
  const also = warned === 0 ? '' : `, ${warned} ${warned === 1 ? 'warning' : 'warnings'}`;
  const files = `${checked.length} ${checked.length === 1 ? 'file' : 'files'}`;
  texts.push(
    count === 0
      ? `${files} checked: nothing wrong${also}.\n`
      : `${files} checked: ${count} faults in ${faulty.length}${also}.\n`,
  );
  return texts.join('\n');
}
