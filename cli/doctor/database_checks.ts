import { existsSync } from 'node:fs';
import { databaseCreateTime, STEPS_TABLE } from '../../lib/db/migrate.ts';
import { readNow } from '../../lib/db/now.ts';
import { type Db, openDatabase } from '../../lib/db/open.ts';
import type { Service } from '../../lib/trust/arrows.ts';
import { type Check, checkLine, messageOf } from './check.ts';
import { clockCheck, measureSkew } from './clock_check.ts';
import { type Deployment, sqliteFileOf } from './deployment.ts';
import { remoteDiskCheck, type Usage } from './disk_check.ts';
import { knownSteps } from './known_steps.ts';
import { type Limits, limitsOf } from './limits.ts';
import { migrationCheck, type Step } from './migration_check.ts';
import { mysqlChecks, readVariables } from './mysql_checks.ts';
import { schemaChecks } from './schema_checks.ts';
import { type FileUsage, sqliteChecks } from './sqlite_checks.ts';

/** `usages`: the sizes and ages of the SQLite files, by path. */
export type Databases = { checks: Check[]; usages: Map<string, FileUsage> };

const TIMEOUT_MS = 10_000;

/** Checks every database whose address is set. For each other one, a line names the missing setting. */
export async function databaseChecks({ databases, environment, dataDir }: Deployment): Promise<Databases> {
  const usages = new Map<string, FileUsage>();
  // The check of the data folder reports a missing folder.
  if (dataDir !== undefined && !existsSync(dataDir)) return { checks: [], usages };
  const limits = limitsOf(environment);
  const checks = await Promise.all(
    databases.map(async ({ service, setting, value }): Promise<Check[]> => {
      if (value === undefined)
        return [
          checkLine('database', service).notChecked(
            `${setting} is not set here.`,
            `Run this command with the settings of ${service}.`,
          ),
        ];
      const file = sqliteFileOf(value);
      if (file === undefined) return mysqlDatabase(service, { setting, url: value }, limits);
      const { checks, usage } = sqliteChecks(service, file, knownSteps[service]);
      usages.set(file, usage);
      return checks;
    }),
  );
  return { checks: checks.flat(), usages };
}

/** All checks of a schema on MySQL or MariaDB. If the connection fails, its fault is the only result. */
async function mysqlDatabase(service: Service, at: { setting: string; url: string }, limits: Limits): Promise<Check[]> {
  let db: Db;
  try {
    db = openDatabase(at.url, { poolSize: 1, queryTimeoutMs: TIMEOUT_MS });
  } catch {
    // The error is not shown, because it may contain the address with its password.
    return [
      checkLine('database', service).error(
        `${at.setting} is no address of a database.`,
        'Set it as mysql://user:password@host:port/schema or sqlite:<file>.',
      ),
    ];
  }
  if (at.url.startsWith('sqlite:')) {
    await db.destroy();
    return [
      checkLine('database', service).error(
        `${at.setting} is a database in memory, which ends with its process.`,
        'Set it to sqlite:<file>.',
      ),
    ];
  }
  try {
    return await checksOf(db, service, limits);
  } catch (err) {
    return [
      checkLine('database', service).error(
        `${maskedAddress(at.url)} cannot be used (${messageOf(err)}).`,
        todoFor(err, at.setting),
      ),
    ];
  } finally {
    await db.destroy();
  }
}

/** Exported for tests that use their own database session. */
export async function checksOf(db: Db, service: Service, limits: Limits): Promise<Check[]> {
  const variables = await readVariables(db);
  const steps = await stepsIn(db);
  return [
    ...mysqlChecks(service, variables, limits.maxRecordBytes),
    ...(await schemaChecks(db, service)),
    clockCheck(service, await measureSkew(() => readNow(db))),
    migrationCheck(service, steps, knownSteps[service]),
    remoteDiskCheck(service, await usageOf(db, steps !== undefined), { ...limits, now: Date.now() }),
  ];
}

async function stepsIn(db: Db): Promise<Step[] | undefined> {
  if (!(await db.schema.hasTable(STEPS_TABLE))) return undefined;
  return db(STEPS_TABLE).select('name', 'state');
}

/** The size of the schema as the server estimates it, and when it was created. */
async function usageOf(db: Db, hasSteps: boolean): Promise<Usage> {
  const [[row]] = await db.raw(
    'select sum(data_length + index_length) as bytes from information_schema.tables where table_schema = database()',
  );
  return { bytes: Number(row.bytes ?? 0), sinceMs: hasSteps ? await databaseCreateTime(db) : undefined };
}

/** The address without user and password. */
function maskedAddress(url: string): string {
  const { protocol, host, pathname, searchParams } = new URL(url);
  return `${protocol}//${searchParams.get('socketPath') ?? host}${pathname}`;
}

function todoFor(err: unknown, setting: string): string {
  const { code = '' } = err as { code?: string };
  if (/ACCESS_DENIED/.test(code)) return `Correct user, password or rights: ${setting}.`;
  if (code === 'ER_BAD_DB_ERROR') return `Create the schema (deploy/compose_schemas.sql), or correct ${setting}.`;
  return `See that the server runs and that this machine reaches it, or correct ${setting}.`;
}
