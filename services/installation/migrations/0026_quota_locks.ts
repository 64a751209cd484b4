import { quotaLocksTable } from '../../../lib/db/reserve_room.ts';

export const quotaLocks = quotaLocksTable('installation_0026_quota_locks');
