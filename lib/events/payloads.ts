/**
 * What each event carries. The payload of a builder event is, as it stands, the `data` of its notification; those of
 * internal events point at rows. Moments are RFC 3339 text in builder payloads, Unix ms in internal ones.
 */

/** Which connection a notification is about. */
export type ConnectionBlock = {
  projectId: string;
  connectionId: string;
  provider: string;
  groupRef: string;
  consumerRef: string;
  consumerName: string;
};

/** Which installation a notification is about; in every installation and read notification. */
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

/** The installation's config, or where to fetch it when it is too large: exactly one of them. */
export type ConfigBlock = { config?: object; configURL?: string };
/** The config before the change, in the same two forms. */
export type LastConfigBlock = { lastConfig?: object; lastConfigURL?: string };

type ReadSpan = { objectName: string; fromTimestamp: string; untilTimestamp: string };

export type OperationStatus = 'in_progress' | 'success' | 'failure';

export type EventPayloads = {
  'connection.created': ConnectionBlock;
  'connection.updated': ConnectionBlock;
  'connection.deleted': ConnectionBlock;
  'connection.refreshed': ConnectionBlock;
  /** `error` repeats `errors` for receivers that know the older name. */
  'connection.error': ConnectionBlock & { errors: string[]; error: string[] };
  'installation.created': InstallationBlock & ConfigBlock;
  'installation.updated': InstallationBlock & ConfigBlock & LastConfigBlock;
  'installation.deleted': InstallationBlock & ConfigBlock;
  'read.backfill.done': InstallationBlock & { objectName: string };
  'read.triggered.done': InstallationBlock & ReadSpan;
  'read.triggered.error': InstallationBlock & ReadSpan & { error: string };
  'read.schedule.paused': InstallationBlock & ConfigBlock & { error: string };
  'destination.webhook.disabled': { projectId: string; destinationId: string; destinationName: string; url: string };
  'read.page.committed': {
    installationId: string;
    groupRef?: string;
    objectName: string;
    operationId: string;
    destinationName: string;
    messageIds: string[];
  };
  'read.messages.settled': { messageIds: string[]; delivered: number; failed: number };
  /** `seq` orders the changes of one operation: the receiver keeps the highest. */
  'operation.changed': {
    installationId: string;
    operationId: string;
    objectName: string;
    status: OperationStatus;
    seq: number;
  };
  'integration.objects.dropped': { integrationId: string; objectNames: string[] };
  /** `after`: the last of their rows that has been looked at. */
  'read.objects.dropped': { integrationId: string; objectNames: string[]; after: string };
  /** `after`: the last installation that has been told. */
  'integration.always.changed': { integrationId: string; after?: string };
  'installation.revised': { integrationId: string; installationId: string };
  'destination.saved': { destinationId: string; name: string };
  'destination.deleted': { destinationId: string; name: string };
};
