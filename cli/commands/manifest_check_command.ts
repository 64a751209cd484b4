import { Command } from 'commander';
import type { Checked, Remark } from '../manifest/check_manifest.ts';
import { manifestText } from '../manifest/manifest_text.ts';
import { NOT_JUDGED } from '../manifest/not_judged.ts';
import type { End, Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { foundProviders, ownFilesText } from '../read/found_providers.ts';
import { showJson, withJson } from '../server/ask.ts';
import { ServerFault } from '../server/server.ts';

type Options = { dir?: string; json?: boolean };

/** `causeway manifest check <file>`: checks a manifest without a platform, and lists what it cannot check. */
export function manifestCheckCommand(output: Output, end: End): Command {
  return withJson(new Command('check'))
    .description('Check a manifest on this machine, by the published schema. `deploy --dry-run` judges the rest.')
    .argument('<file>', 'the manifest, such as causeway.yaml')
    .option('--dir <folder>', 'folder of your own provider files (CAUSEWAY_PROVIDERS_DIR)')
    .action(async (file: string, { dir, json }: Options) => {
      try {
        const { checkManifest } = await import('../manifest/check_manifest.ts');
        const found = await foundProviders(dir);
        const checked = checkManifest(manifestText(file), found);
        if (checked.problems.length > 0) end(1);
        if (json)
          return showJson(output, {
            file,
            isValid: checked.problems.length === 0,
            ...checked,
            notJudged: NOT_JUDGED,
            providersDir: found.ownFiles?.folder ?? null,
          });
        output.out(report(file, checked, ownFilesText(found)));
      } catch (error) {
        if (!(error instanceof ServerFault)) throw error;
        output.err(`${plain(error.message)}\n`);
        end(1);
      }
    });
}

function report(file: string, { problems, warnings }: Checked, ownFiles: string): string {
  const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
  const lines = [
    ...problems.map((one) => `${file}:${remarkText('error', one)}`),
    ...warnings.map((one) => `${file}:${remarkText('warning', one)}`),
    problems.length === 0
      ? `${file}: nothing wrong on this machine, ${count(warnings.length, 'warning')}.`
      : `${file}: ${count(problems.length, 'fault')}, ${count(warnings.length, 'warning')}.`,
    ownFiles,
    'Only `causeway deploy --dry-run` can judge:',
    ...NOT_JUDGED.map((what) => `  - ${what}`),
  ];
  return lines.map((line) => `${plain(line)}\n`).join('');
}

function remarkText(kind: string, { line, column, path, message, suggestion = '' }: Remark): string {
  return `${line}:${column}: ${kind}: ${path}: ${message}${suggestion && ` ${suggestion}`}`;
}
