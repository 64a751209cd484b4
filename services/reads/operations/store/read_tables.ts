import type { WorkTables } from '../../../../lib/work/domain/tables.ts';

/** The tables of reads that lib/work uses. Slots are shared between installations. */
export const READ_TABLES: WorkTables = {
  operations: 'operations',
  turns: 'turns',
  logs: 'operation_logs',
  ownerColumn: 'installation_id',
};
