import { quotaLocksTable } from '../../../lib/db/reserve_room.ts';

export const quotaLocks = quotaLocksTable('0010_quota_locks');
