// Original file: protos/reads/v1/reads.proto

import type { Replay as _causeway_reads_v1_Replay, Replay__Output as _causeway_reads_v1_Replay__Output } from '../../../causeway/reads/v1/Replay.ts';
import type { WaitingFor as _causeway_reads_v1_WaitingFor, WaitingFor__Output as _causeway_reads_v1_WaitingFor__Output } from '../../../causeway/reads/v1/WaitingFor.ts';
import type { Long } from '@grpc/proto-loader';

export interface Operation {
  'id'?: (string);
  'projectId'?: (string);
  'integrationId'?: (string);
  'installationId'?: (string);
  'configId'?: (string);
  /**
   * read; write and subscribe are not implemented yet.
   */
  'actionType'?: (string);
  /**
   * success, failure, in_progress.
   */
  'status'?: (string);
  'result'?: (string);
  'objects'?: (string)[];
  'recordsProcessed'?: (number | string | Long);
  /**
   * -1 if the provider supplies no total.
   */
  'recordsEstimatedTotal'?: (number | string | Long);
  'attempts'?: (number);
  'lastAttemptTime'?: (number | string | Long);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
  /**
   * backfill, scheduled, triggered, sweep.
   */
  'readType'?: (string);
  /**
   * The ledger of records. -1 if the operation has no ledger; the other counts are then 0.
   */
  'recordsFetched'?: (number | string | Long);
  /**
   * Records left out, by reason.
   */
  'recordsSkipped'?: ({[key: string]: number | string | Long});
  'recordsDelivered'?: (number | string | Long);
  'recordsUndelivered'?: (number | string | Long);
  'pages'?: (number);
  /**
   * Set only for a replay.
   */
  'replay'?: (_causeway_reads_v1_Replay | null);
  /**
   * Records that are held until their destination accepts them.
   */
  'recordsHeld'?: (number | string | Long);
  /**
   * complete or incomplete: whether all requested lists were complete. Empty while it runs, after a failure, and when
   * it is unknown.
   */
  'completeness'?: (string);
  /**
   * Only in a list by record: the messages that contained it, newest first.
   */
  'messageIds'?: (string)[];
  /**
   * Set only while it waits.
   */
  'waitingFor'?: (_causeway_reads_v1_WaitingFor | null);
}

export interface Operation__Output {
  'id': (string);
  'projectId': (string);
  'integrationId': (string);
  'installationId': (string);
  'configId': (string);
  /**
   * read; write and subscribe are not implemented yet.
   */
  'actionType': (string);
  /**
   * success, failure, in_progress.
   */
  'status': (string);
  'result': (string);
  'objects': (string)[];
  'recordsProcessed': (number);
  /**
   * -1 if the provider supplies no total.
   */
  'recordsEstimatedTotal': (number);
  'attempts': (number);
  'lastAttemptTime': (number);
  'createTime': (number);
  'updateTime': (number);
  /**
   * backfill, scheduled, triggered, sweep.
   */
  'readType': (string);
  /**
   * The ledger of records. -1 if the operation has no ledger; the other counts are then 0.
   */
  'recordsFetched': (number);
  /**
   * Records left out, by reason.
   */
  'recordsSkipped': ({[key: string]: number});
  'recordsDelivered': (number);
  'recordsUndelivered': (number);
  'pages': (number);
  /**
   * Set only for a replay.
   */
  'replay': (_causeway_reads_v1_Replay__Output | null);
  /**
   * Records that are held until their destination accepts them.
   */
  'recordsHeld': (number);
  /**
   * complete or incomplete: whether all requested lists were complete. Empty while it runs, after a failure, and when
   * it is unknown.
   */
  'completeness': (string);
  /**
   * Only in a list by record: the messages that contained it, newest first.
   */
  'messageIds': (string)[];
  /**
   * Set only while it waits.
   */
  'waitingFor': (_causeway_reads_v1_WaitingFor__Output | null);
}
