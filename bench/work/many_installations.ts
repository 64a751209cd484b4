import { openDatabase } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';

type Row = Record<string, unknown>;
type Many = { databaseUrl: string; count: number; unhealthy: number };

const AT_ONCE = 500;

/**
 * Copies the one installation of a stopped platform, with its connection, group and consumer, until there are `count`.
 * The reads of `unhealthy` of them failed; these are the oldest, which a list shows last.
 */
export async function copyInstallations({ databaseUrl, count, unhealthy }: Many): Promise<void> {
  const db = openDatabase(databaseUrl);
  const one = async (table: string): Promise<Row> => {
    const row: Row | undefined = await db(table).first('*');
    if (!row) throw new Error(`There is nothing to copy in ${table}.`);
    return row;
  };
  const models = {
    installation: await one('installations'),
    connection: await one('connections'),
    group: await one('groups'),
    consumer: await one('consumers'),
  };
  for (let from = 1; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => from + i);
    const copies = numbers.map((number) => copyOf(models, `group-${number}`, number <= unhealthy));
    for (const table of ['groups', 'consumers', 'connections', 'installations'] as const)
      await db.batchInsert<Row>(
        table,
        copies.map((copy) => copy[table]),
        100,
      );
  }
  await db.destroy();
}

type Models = Record<'installation' | 'connection' | 'group' | 'consumer', Row>;

function copyOf(
  { installation, connection, group, consumer }: Models,
  ref: string,
  isBad: boolean,
): Record<'groups' | 'consumers' | 'connections' | 'installations', Row> {
  // Older than the model: a start opens the credentials of the newest connection, and those of a copy cannot be opened.
  const connectionId = newId().replace(/^.{8}/, '00000000');
  const failed = { last_operation_status: 'failure', failing_since: 1, last_operation_time: 1 };
  return {
    groups: { ...group, ref, name: ref },
    consumers: { ...consumer, ref, name: ref },
    connections: { ...connection, id: connectionId, group_ref: ref, consumer_ref: ref },
    installations: {
      ...installation,
      id: newId(),
      group_ref: ref,
      connection_id: connectionId,
      config_id: newId(),
      ...(isBad && failed),
    },
  };
}
