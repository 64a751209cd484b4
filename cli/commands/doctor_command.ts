import { Command } from 'commander';
import { processEnvironment } from '../../lib/config/settings.ts';
import type { Check, Level, Report } from '../doctor/check.ts';
import type { End, Output } from '../output/output.ts';
import { table } from '../output/table.ts';
import { showJson } from '../server/ask.ts';

const EXIT_CODES = { ok: 0, warning: 1, error: 2 } as const;
const SHOWN: Readonly<Record<Level, string>> = {
  ok: 'ok',
  warning: 'WARNING',
  error: 'ERROR',
  notChecked: 'not checked',
};
/** The order of the lines: problems first. */
const ORDER: readonly Level[] = ['error', 'warning', 'notChecked', 'ok'];

/**
 * `causeway doctor`: checks the deployment of this environment. Exit codes, as for `causeway status`: 0 without
 * problems, 1 for warnings, 2 for errors.
 */
export function doctorCommand(output: Output, end: End): Command {
  return new Command('doctor')
    .description(
      'Check the deployment whose settings the environment has: databases, NATS, keys, clocks, public address, disk. Exits with 0: nothing, 1: warnings, 2: errors.',
    )
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      // Drivers and migrations are loaded for this command only.
      const { examineDeployment } = await import('../doctor/doctor.ts');
      const report = await examineDeployment(processEnvironment());
      if (json) showJson(output, report);
      else output.out(reportText(report));
      end(EXIT_CODES[report.state]);
    });
}

function reportText({ checks }: Report): string {
  const ordered = checks.toSorted((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
  const count = (level: Level) => checks.filter((one) => one.level === level).length;
  const rows = ordered.map(({ level, check, of, ...said }) => [SHOWN[level], check, of, textOf(said)]);
  return `${table(['RESULT', 'CHECK', 'OF', 'WHAT IS, AND WHAT TO DO'], rows)}${count('ok')} ok, ${count('warning')} warnings, ${count('error')} errors, ${count('notChecked')} not checked.\n`;
}

function textOf({ found, todo }: Pick<Check, 'found' | 'todo'>): string {
  return todo === undefined ? found : `${found} ${todo}`;
}
