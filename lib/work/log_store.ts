import { Buffer } from 'node:buffer';
import type { Knex } from 'knex';
import type { LogLine, LogStore, NumberedLine } from './operation_log.ts';
import type { WorkTables } from './tables.ts';

type Row = {
  id: string;
  create_time: number;
  severity: string;
  msg: string;
  error: string | null;
  details: string | null;
};

const COLUMNS = ['id', 'create_time', 'severity', 'msg', 'error', 'details'] as const;

/** Stores the logs of operations in the table that the service names. */
export function logStore(db: Knex, { logs: table }: Pick<WorkTables, 'logs'>): LogStore {
  async function addAll(lines: readonly LogLine[]): Promise<void> {
    if (lines.length > 0) await db(table).insert(lines.map(newRow));
  }

  return {
    add: (projectId, operationId, lines) => addAll(lines.map((line) => ({ ...line, projectId, operationId }))),
    addAll,
    async list(projectId, operationId, { first, last }) {
      const lines = () => db(table).where({ project_id: projectId, operation_id: operationId });
      const begin: Row[] = await lines()
        .orderBy('id')
        .limit(first)
        .select(...COLUMNS);
      const end = begin.at(-1);
      if (!end || begin.length < first) return begin.map(toEntry);
      const rest = () => lines().where('id', '>', end.id);
      const newest: Row[] = await rest()
        .orderBy('id', 'desc')
        .limit(last)
        .select(...COLUMNS);
      const [{ n }] = (await rest().count({ n: '*' })) as [{ n: number }];
      const leftOut = Number(n) - newest.length;
      return [
        ...begin.map(toEntry),
        ...(leftOut > 0 ? [omittedLinesNote(end, leftOut)] : []),
        ...newest.toReversed().map(toEntry),
      ];
    },
    async has(projectId, operationId, { like, since }) {
      const line: object | undefined = await db(table)
        .where({ project_id: projectId, operation_id: operationId })
        .where('create_time', '>', since)
        .where('msg', 'like', like)
        .first('id');
      return line !== undefined;
    },
    async dropOlder(before, limit) {
      const ids: string[] = await db(table)
        .where('create_time', '<', before)
        .orderBy('create_time')
        .limit(limit)
        .pluck('id');
      if (ids.length > 0) await db(table).whereIn('id', ids).del();
      return ids.length;
    },
  };
}

function newRow({ id, projectId, operationId, time, severity, msg, error, details }: LogLine) {
  return {
    id,
    project_id: projectId,
    operation_id: operationId,
    create_time: time,
    severity,
    msg: storableText(msg),
    error: error === undefined ? null : storableText(error),
    details: details ? JSON.stringify(details) : null,
  };
}

/** Removes NUL and replaces lone surrogates: provider text may hold them, and a text column cannot store them. */
function storableText(text: string): string {
  return Buffer.from(text.replaceAll('\0', ''), 'utf8').toString('utf8');
}

/** A line that counts the omitted lines. Its id sorts directly after the id of the line before. */
function omittedLinesNote({ id, create_time }: Row, count: number): NumberedLine {
  return { id: `${id}~`, time: create_time, severity: 'INFO', msg: `${count} lines are omitted here.` };
}

function toEntry({ id, create_time, severity, msg, error, details }: Row): NumberedLine {
  return {
    id,
    time: create_time,
    severity: severity as NumberedLine['severity'],
    msg,
    ...(error !== null && { error }),
    ...(details !== null && { details: JSON.parse(details) as object }),
  };
}
