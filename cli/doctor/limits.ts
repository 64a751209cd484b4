import type { Environment } from '../../lib/config/settings.ts';
import { sharedSettings } from '../../lib/config/shared_settings.ts';
import { settings as reads } from '../../services/reads/config.ts';
import { valueOf } from './deployment.ts';

/**
 * Settings that determine the load on a database: the max size of a record (CAUSEWAY_RECORD_MAX_BYTES), and the
 * retention of the largest tables, which store the bodies of messages (CAUSEWAY_READS_RETENTION_MS). Defaults if they
 * are not set here.
 */
export type Limits = { maxRecordBytes: number; retentionMs: number };

export function limitsOf(environment: Environment): Limits {
  return {
    maxRecordBytes:
      valueOf(sharedSettings.recordMaxBytes, environment) ?? Number(sharedSettings.recordMaxBytes.fallback),
    retentionMs: valueOf(reads.retention, environment) ?? Number(reads.retention.fallback),
  };
}
