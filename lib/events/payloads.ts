import type { OperationStatus } from '../operation/operation_status.ts';
/**
 * The payload of each event type. The payload of a builder event is sent unchanged as `data` of its notification;
 * payloads of internal events refer to rows. Times are RFC 3339 text in builder payloads and Unix ms in internal
 * payloads.
 */

/** Identifies the connection of a notification. */
export type ConnectionBlock = {
  projectId: string;
  connectionId: string;
  provider: string;
  groupRef: string;
  consumerRef: string;
  consumerName: string;
};

/** Identifies the installation in every installation and read notification. */
export type InstallationBlock = {
  projectId: string;
  provider: string;
  integrationId: string;
  integrationName: string;
  installationId: string;
  connectionId: string;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
};

/**
 * Exactly one field is present: `config`, the installation's config; or, when the config is too large, `configURL` to
 * fetch it.
 */
type ConfigBlock = { config?: object; configURL?: string };
/** The config before the change, or a URL to fetch it. */
type LastConfigBlock = { lastConfig?: object; lastConfigURL?: string };

type ReadSpan = { objectName: string; fromTimestamp: string; untilTimestamp: string };

/**
 * Who changed or revealed something. `actor`: the principal of the call, `builder:<id>`, `api-key:<id>` or
 * `consumer:<ref>`; `action`: one of the actions in lib/audit/audit_entry.ts; `target…`: the changed or revealed thing;
 * `fields`: the names of its changed fields.
 */
export type AuditPayload = {
  actor: string;
  action: string;
  targetId: string;
  targetName: string;
  fields: readonly string[];
};

export type EventPayloads = {
  'installation.audited': AuditPayload;
  'reads.audited': AuditPayload;
  'writes.audited': AuditPayload;
  'notifications.audited': AuditPayload;
  'connection.created': ConnectionBlock;
  'connection.updated': ConnectionBlock;
  'connection.deleted': ConnectionBlock;
  'connection.refreshed': ConnectionBlock;
  /** `error` repeats `errors` for receivers that use the older name. */
  'connection.error': ConnectionBlock & { errors: string[]; error: string[] };
  'installation.created': InstallationBlock & ConfigBlock;
  'installation.updated': InstallationBlock & ConfigBlock & LastConfigBlock;
  'installation.deleted': InstallationBlock & ConfigBlock;
  'read.backfill.done': InstallationBlock & { objectName: string };
  'read.triggered.done': InstallationBlock & ReadSpan;
  'read.triggered.error': InstallationBlock & ReadSpan & { error: string };
  'read.schedule.paused': InstallationBlock & ConfigBlock & { error: string };
  /** `success`: every record was written. Both lists are in the order of the request. */
  'write.async.done': InstallationBlock & {
    objectName: string;
    operationId: string;
    success: boolean;
    successfulRecordIds: string[];
    errors: string[];
  };
  'destination.webhook.disabled': { projectId: string; destinationId: string; destinationName: string; url: string };
  'destination.webhook.enabled': { projectId: string; destinationId: string; destinationName: string; url: string };
  'read.page.committed': {
    installationId: string;
    groupRef?: string;
    objectName: string;
    operationId: string;
    destinationName: string;
    /** Absent when the read plan was stored by 0.1.0, whose plans hold only the destination's name. */
    destinationId?: string;
    messageIds: string[];
    /** The sequences of the messages; absent in events of 0.1.0. */
    sequences?: number[];
  };
  /**
   * `isRefused`: an active destination refused every attempt. If false, the destination was disabled, missing or
   * deleted. `deletedDestinationId`: the messages failed because this destination was deleted.
   */
  'read.messages.settled': {
    messageIds: string[];
    delivered: number;
    failed: number;
    isRefused?: boolean;
    deletedDestinationId?: string;
  };
  /**
   * `seq` counts how often each of the messages was held or released; odd: held. Receivers keep the state with the
   * highest `seq`.
   */
  'read.messages.held': { messageIds: string[]; isHeld: boolean; seq: number };
  /** Deliveries of these operations fail and are tried again. */
  'read.messages.delayed': {
    destinationId: string;
    destinationName: string;
    operationIds: string[];
    /** The error of the last attempt. */
    error: string;
  };
  /** `seq` orders the changes of one operation; receivers keep the change with the highest `seq`. */
  'operation.changed': {
    installationId: string;
    operationId: string;
    objectName: string;
    status: OperationStatus;
    seq: number;
  };
  /** The last write of an installation that has ended; at most one event a second. `seq`: as in `operation.changed`. */
  'write.operation.ended': {
    installationId: string;
    operationId: string;
    objectName: string;
    status: OperationStatus;
    seq: number;
  };
  /**
   * A health reason of an installation appeared, changed, or ended (`level` is null). `objectName` is empty when the
   * reason concerns the whole installation. `seq` orders the reports of one code and object; receivers keep the report
   * with the highest `seq`.
   */
  'installation.health.reported': {
    installationId: string;
    objectName: string;
    code: string;
    level: 'error' | 'warning' | null;
    detail: string;
    /**
     * The destination that the reason is about. Absent for a reason without a destination, for a deleted destination,
     * and in events of 0.1.0.
     */
    destinationId?: string;
    since: number;
    seq: number;
  };
  'integration.objects.dropped': { integrationId: string; objectNames: string[] };
  /** `after`: keyset position, the last row processed. */
  'read.objects.dropped': { integrationId: string; objectNames: string[]; after: string };
  /** `after`: keyset position, the last installation notified. */
  'integration.always.changed': { integrationId: string; after?: string };
  'installation.revised': { integrationId: string; installationId: string };
  /** `formerNames` still resolve to this destination. Events of 0.1.0 have none of the optional fields. */
  'destination.saved': {
    destinationId: string;
    name: string;
    formerNames?: string[];
    status?: 'active' | 'disabled';
    /**
     * Present when deliveries began to fail; null when they no longer fail. `status`: HTTP status, 0 without an answer.
     */
    failing?: { since: number; failures: number; status: number; error: string } | null;
  };
  'destination.deleted': { destinationId: string; name: string };
};
