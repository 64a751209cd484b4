import type { Environment } from '../../lib/config/settings.ts';
import { sharedSettings } from '../../lib/config/shared_settings.ts';
import { settings as reads } from '../../services/reads/config.ts';
import { valueOf } from './deployment.ts';

/**
 * Settings that say how much a database has to take: CAUSEWAY_RECORD_MAX_BYTES, and how long the largest tables keep their
 * rows, the bodies of messages (CAUSEWAY_READS_RETENTION_MS). Their defaults where they are not set here.
 */
export type Limits = { maxRecordBytes: number; retentionMs: number };

export function limitsOf(environment: Environment): Limits {
  return {
    maxRecordBytes:
      valueOf(sharedSettings.recordMaxBytes, environment) ?? Number(sharedSettings.recordMaxBytes.fallback),
    retentionMs: valueOf(reads.retention, environment) ?? Number(reads.retention.fallback),
  };
}
