import { openDatabase } from '../../lib/db/open.ts';
import type { TestPlatform } from './platform.ts';

/**
 * The least gap of a schedule is ten minutes; a test moves the clock hand instead of waiting: of one object, or of all.
 * How many rows it moved.
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
