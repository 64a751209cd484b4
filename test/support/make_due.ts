import { openDatabase } from '../../lib/db/open.ts';
import type { TestPlatform } from './platform.ts';

/**
 * Makes the schedule of one object, or of all objects, due now, because the min interval is ten minutes. Returns the
 * number of changed rows.
 */
export async function makeDue(
  platform: Pick<TestPlatform, 'databaseUrl'>,
  installationId: string,
  objectName?: string,
): Promise<number> {
  const db = openDatabase(platform.databaseUrl('reads'));
  const which = { installation_id: installationId, ...(objectName && { object_name: objectName }) };
  try {
    return await db('schedules').where(which).update({ next_time: 1 });
  } finally {
    await db.destroy();
  }
}
