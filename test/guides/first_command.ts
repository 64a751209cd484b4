import { readFileSync } from 'node:fs';
import { fencedBlock } from './fenced_blocks.ts';
import { runShell } from './run_shell.ts';

const PAGE = 'docs/operations.md';

/** Where a runbook is followed: the platform, its log, its metrics, and a folder with a package.json that has `causeway`. */
export type Place = {
  folder: string;
  metricsPort: number;
  logFile: string;
  origin: string;
  ready: { apiKey: string; project: { name: string } };
};

/**
 * Runs the first command of the runbook of an alert, as the page says that it is run without Kubernetes, and returns what
 * it prints, errors too. Whatever its exit code is.
 */
export function firstCommandOf(alert: string, { folder, metricsPort, logFile, origin, ready }: Place): Promise<string> {
  const command = standIn(fencedBlock(PAGE, alert, 'sh').trim())
    .replace('https://causeway.example.com', origin)
    .replace(/kubectl logs deploy\/causeway-\w+/, `cat '${logFile}'`)
    .replace(/kubectl exec <[^>]+> -- /, '')
    .replace(/\bcauseway\.log\b(?!')/, `'${logFile}'`);
  const metrics = `metrics() { curl -fsS http://127.0.0.1:${metricsPort}/metrics; }`;
  return runShell(`${metrics}\n{ ${command}\n} 2>&1 || true`, {
    cwd: folder,
    environment: { CAUSEWAY_URL: origin, CAUSEWAY_API_KEY: ready.apiKey, CAUSEWAY_PROJECT: ready.project.name },
  });
}

/** What the table of the page gives in place of a command that asks Kubernetes for pods: its first piece of code. */
function standIn(command: string): string {
  if (!command.startsWith('kubectl get pods')) return command;
  const rows = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `(kubectl get pods[^`]*?)…?` \| `((?:\\\||[^`])*)`/gm)];
  const found = rows
    .filter(([, begin = '']) => command.startsWith(begin))
    .toSorted(([, one = ''], [, other = '']) => other.length - one.length)[0];
  if (!found) throw new Error(`The table of ${PAGE} has nothing in place of: ${command}`);
  return found[2]!.replaceAll('\\|', '|');
}
