import { quotaLocksTable } from '../../../lib/db/reserve_room.ts';

export const quotaLocks = quotaLocksTable('notifications_0017_quota_locks');
