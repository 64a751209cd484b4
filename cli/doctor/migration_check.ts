import { type Check, checkLine } from './check.ts';

export type Step = { name: string; state: string };

const NAMED = 3;

/**
 * Compares the migration steps that a database has recorded with the steps of this version (lib/db/migrate.ts).
 *
 * @param steps undefined if the database lacks the table of steps: no process has used it yet
 */
export function migrationCheck(of: string, steps: readonly Step[] | undefined, known: readonly string[]): Check {
  const line = checkLine('migrations', of);
  if (!steps)
    return line.warning('The schema is empty.', 'Start the service, or run the migration Job: it makes the tables.');
  const done = new Set(steps.filter(({ state }) => state === 'done').map(({ name }) => name));
  const newer = steps.filter(({ name }) => !known.includes(name)).map(({ name }) => name);
  const pending = known.filter((name) => !done.has(name));
  if (newer.length > 0)
    return line.warning(
      `A newer version has migrated it: ${listed(newer)}.`,
      'Run that version again. This one works beside it only if it is the version before.',
    );
  if (pending.length > 0)
    return line.warning(
      `${pending.length} pending: ${listed(pending)}.`,
      'Start the service in this version, or run its migration Job: it does what is pending, also a step that was interrupted.',
    );
  return line.ok(`up to date, ${known.length} steps`);
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return `${names.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
