import { openDatabase } from '../../lib/db/open.ts';
import type { TestPlatform } from './platform.ts';

/** The least gap of a schedule is ten minutes; a test moves the clock hand instead of waiting. How many rows it moved. */
export async function makeDue(platform: Pick<TestPlatform, 'databaseUrl'>, installationId: string): Promise<number> {
  const db = openDatabase(platform.databaseUrl('reads'));
  try {
    return await db('schedules').where({ installation_id: installationId }).update({ next_time: 1 });
  } finally {
    await db.destroy();
  }
}
