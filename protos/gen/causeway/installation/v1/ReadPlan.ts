// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Everything that a read of one object needs. An operation stores a copy when it starts.
 */
export interface ReadPlan {
  'projectId'?: (string);
  'installationId'?: (string);
  'installationUpdateTime'?: (number | string | Long);
  'integrationId'?: (string);
  'integrationName'?: (string);
  'configId'?: (string);
  'revisionId'?: (string);
  'connectionId'?: (string);
  'groupRef'?: (string);
  'groupName'?: (string);
  'consumerRef'?: (string);
  'consumerName'?: (string);
  'provider'?: (string);
  'module'?: (string);
  'workspace'?: (string);
  /**
   * The provider's name for the object.
   */
  'objectName'?: (string);
  /**
   * The builder's name; equal to object_name without a mapping.
   */
  'mappedObjectName'?: (string);
  'destinationName'?: (string);
  /**
   * Five-field cron in UTC; empty if the object is only read on a trigger.
   */
  'schedule'?: (string);
  'disabled'?: (boolean);
  /**
   * Days of history to backfill: 0 none, -1 everything.
   */
  'backfillDays'?: (number);
  /**
   * auto or onRequest.
   */
  'deliveryMode'?: (string);
  'pageSize'?: (number);
  /**
   * Selection of connectors/engine/fields/select.ts.
   */
  'selectionJson'?: (string);
  /**
   * [{fieldName, value}]
   */
  'filtersJson'?: (string);
  'backfillFiltersJson'?: (string);
  'configJson'?: (string);
  /**
   * Blocks of the manifest that are stored but not executed yet: write, subscribe, proxy, watchSchema.
   */
  'notRun'?: (string)[];
  /**
   * Schedule of the sweeps for deleted records: five-field cron in UTC; empty for none.
   */
  'sweepSchedule'?: (string);
  /**
   * Whether the integration's latest revision no longer reads the object, although the config's own revision does.
   */
  'isLeftOut'?: (boolean);
  /**
   * Creation time of the latest revision, Unix ms; strictly later than that of the previous revision.
   */
  'latestRevisionTime'?: (number | string | Long);
  /**
   * Id of the destination; empty when its name resolves to none.
   */
  'destinationId'?: (string);
  /**
   * When the installation was created, Unix ms.
   */
  'installationCreateTime'?: (number | string | Long);
}

/**
 * Everything that a read of one object needs. An operation stores a copy when it starts.
 */
export interface ReadPlan__Output {
  'projectId': (string);
  'installationId': (string);
  'installationUpdateTime': (number);
  'integrationId': (string);
  'integrationName': (string);
  'configId': (string);
  'revisionId': (string);
  'connectionId': (string);
  'groupRef': (string);
  'groupName': (string);
  'consumerRef': (string);
  'consumerName': (string);
  'provider': (string);
  'module': (string);
  'workspace': (string);
  /**
   * The provider's name for the object.
   */
  'objectName': (string);
  /**
   * The builder's name; equal to object_name without a mapping.
   */
  'mappedObjectName': (string);
  'destinationName': (string);
  /**
   * Five-field cron in UTC; empty if the object is only read on a trigger.
   */
  'schedule': (string);
  'disabled': (boolean);
  /**
   * Days of history to backfill: 0 none, -1 everything.
   */
  'backfillDays': (number);
  /**
   * auto or onRequest.
   */
  'deliveryMode': (string);
  'pageSize': (number);
  /**
   * Selection of connectors/engine/fields/select.ts.
   */
  'selectionJson': (string);
  /**
   * [{fieldName, value}]
   */
  'filtersJson': (string);
  'backfillFiltersJson': (string);
  'configJson': (string);
  /**
   * Blocks of the manifest that are stored but not executed yet: write, subscribe, proxy, watchSchema.
   */
  'notRun': (string)[];
  /**
   * Schedule of the sweeps for deleted records: five-field cron in UTC; empty for none.
   */
  'sweepSchedule': (string);
  /**
   * Whether the integration's latest revision no longer reads the object, although the config's own revision does.
   */
  'isLeftOut': (boolean);
  /**
   * Creation time of the latest revision, Unix ms; strictly later than that of the previous revision.
   */
  'latestRevisionTime': (number);
  /**
   * Id of the destination; empty when its name resolves to none.
   */
  'destinationId': (string);
  /**
   * When the installation was created, Unix ms.
   */
  'installationCreateTime': (number);
}
