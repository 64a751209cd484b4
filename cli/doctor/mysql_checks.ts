import type { Db } from '../../lib/db/open.ts';
import { type Check, checkLine } from './check.ts';

/** The variables of a session, as a service would see them. A name is missing if the server does not know it. */
export type Variables = Readonly<Record<string, string>>;

const NAMES = [
  'version',
  'version_comment',
  'read_only',
  'innodb_flush_log_at_trx_commit',
  'log_bin',
  'sync_binlog',
  'binlog_format',
  'tx_isolation',
  'transaction_isolation',
  'character_set_client',
  'max_allowed_packet',
];
const MIN_VERSIONS = { MariaDB: [10, 6], MySQL: [8, 0] } as const;
const MB = 1_048_576;
/**
 * The size of a statement that archives a page. A page has up to 4 MB, and a statement writes each byte as two
 * hexadecimal digits.
 */
const ARCHIVED_PAGE_STATEMENT = 8 * MB + MB;

export async function readVariables(db: Db): Promise<Variables> {
  const [rows] = await db.raw(`show variables where variable_name in (${NAMES.map(() => '?').join()})`, NAMES);
  const found: { Variable_name: string; Value: string }[] = rows;
  return Object.fromEntries(found.map(({ Variable_name, Value }) => [Variable_name.toLowerCase(), String(Value)]));
}

/**
 * Checks the variables of a session.
 *
 * @param maxRecordBytes the value of CAUSEWAY_RECORD_MAX_BYTES
 */
export function mysqlChecks(of: string, variables: Variables, maxRecordBytes: number): Check[] {
  return [
    version(of, variables),
    durability(of, variables),
    isolation(of, variables),
    packet(of, variables, maxRecordBytes),
  ];
}

function version(of: string, { version = '', version_comment = '', read_only }: Variables): Check {
  const line = checkLine('database', of);
  const engine = /mariadb/i.test(`${version} ${version_comment}`) ? 'MariaDB' : 'MySQL';
  const number = /\d+(\.\d+)*/.exec(version)?.[0] ?? '';
  if (isOn(read_only))
    return line.error(
      `${engine} ${number} is read-only.`,
      'Let the address lead to the primary server, not to a replica; or SET GLOBAL read_only = OFF.',
    );
  const [wantedMajor, wantedMinor] = MIN_VERSIONS[engine];
  const [major = 0, minor = 0] = number.split('.').map(Number);
  if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor))
    return line.error(
      `${engine} ${number} is too old.`,
      `Causeway needs MySQL 8.0 or MariaDB 10.6, or a later version.`,
    );
  return line.ok(`${engine} ${number}, reachable`);
}

function durability(of: string, variables: Variables): Check {
  const line = checkLine('durability', of);
  const flush = variables['innodb_flush_log_at_trx_commit'];
  if (flush !== '1')
    return line.error(
      `innodb_flush_log_at_trx_commit is ${flush}: commits of the last second can be lost.`,
      'Set innodb_flush_log_at_trx_commit = 1 in the configuration of the server.',
    );
  if (!isOn(variables['log_bin'])) return line.ok('commits wait for the disk; no binary log');
  if (variables['binlog_format'] === 'STATEMENT')
    return line.error(
      'binlog_format is STATEMENT: the server refuses writes at the isolation level READ COMMITTED.',
      'Set binlog_format = ROW in the configuration of the server.',
    );
  if (variables['sync_binlog'] !== '1')
    return line.warning(
      `sync_binlog is ${variables['sync_binlog']}: after a power cut, replicas can miss commits, or the server can lack what they have.`,
      'Set sync_binlog = 1 in the configuration of the server.',
    );
  return line.ok('commits and the binary log wait for the disk');
}

/**
 * Every connection of Causeway sets READ COMMITTED. If a session has another level, a proxy shares sessions between
 * clients.
 */
function isolation(of: string, variables: Variables): Check {
  const line = checkLine('isolation', of);
  const level = (variables['transaction_isolation'] ?? variables['tx_isolation'] ?? '').replace('-', ' ');
  if (level === 'READ COMMITTED') return line.ok(level);
  return line.error(
    `A session has ${level} although Causeway has set READ COMMITTED.`,
    'Let no proxy share sessions between clients (connection multiplexing), or connect to the server itself.',
  );
}

function packet(of: string, variables: Variables, maxRecordBytes: number): Check {
  const line = checkLine('max_allowed_packet', of);
  const allowed = Number(variables['max_allowed_packet']);
  // A message may contain a record twice (mapped and raw), and Base64 makes it a third longer.
  const needed = Math.max(ARCHIVED_PAGE_STATEMENT, 3 * maxRecordBytes + MB);
  const found = `${mebibytes(allowed)}; the largest statement has ${mebibytes(needed)}`;
  if (allowed >= needed) return line.ok(`${found}.`);
  return line.error(
    `${found}, so large records would never be stored.`,
    `Set max_allowed_packet = ${Math.ceil(needed / MB)}M or more in the configuration of the server, or lower CAUSEWAY_RECORD_MAX_BYTES.`,
  );
}

function mebibytes(bytes: number): string {
  return `${Math.round((bytes / MB) * 10) / 10} MiB`;
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && /^(1|on|yes)$/i.test(value);
}
