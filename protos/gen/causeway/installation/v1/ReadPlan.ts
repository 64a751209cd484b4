// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

/**
 * All that one object's reads need, frozen into an operation when it starts.
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
   * The provider's name of the object.
   */
  'objectName'?: (string);
  /**
   * The builder's name, equal to object_name where nothing is mapped.
   */
  'mappedObjectName'?: (string);
  'destinationName'?: (string);
  /**
   * Five-field cron in UTC; empty when only triggered.
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
   * Blocks of the manifest that are stored and not run yet: write, subscribe, proxy, watchSchema.
   */
  'notRun'?: (string)[];
  /**
   * When every id is listed to see what is gone: five-field cron in UTC; empty for never.
   */
  'sweepSchedule'?: (string);
  /**
   * Whether the integration's latest revision reads the object no more; the config's own still does.
   */
  'isLeftOut'?: (boolean);
  /**
   * When the latest revision was made, Unix ms; always later than that of the one before.
   */
  'latestRevisionTime'?: (number | string | Long);
}

/**
 * All that one object's reads need, frozen into an operation when it starts.
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
   * The provider's name of the object.
   */
  'objectName': (string);
  /**
   * The builder's name, equal to object_name where nothing is mapped.
   */
  'mappedObjectName': (string);
  'destinationName': (string);
  /**
   * Five-field cron in UTC; empty when only triggered.
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
   * Blocks of the manifest that are stored and not run yet: write, subscribe, proxy, watchSchema.
   */
  'notRun': (string)[];
  /**
   * When every id is listed to see what is gone: five-field cron in UTC; empty for never.
   */
  'sweepSchedule': (string);
  /**
   * Whether the integration's latest revision reads the object no more; the config's own still does.
   */
  'isLeftOut': (boolean);
  /**
   * When the latest revision was made, Unix ms; always later than that of the one before.
   */
  'latestRevisionTime': (number);
}
