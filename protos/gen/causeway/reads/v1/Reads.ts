// Original file: protos/reads/v1/reads.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BackfillProgress as _causeway_reads_v1_BackfillProgress, BackfillProgress__Output as _causeway_reads_v1_BackfillProgress__Output } from '../../../causeway/reads/v1/BackfillProgress.ts';
import type { BatchGetMessagesRequest as _causeway_reads_v1_BatchGetMessagesRequest, BatchGetMessagesRequest__Output as _causeway_reads_v1_BatchGetMessagesRequest__Output } from '../../../causeway/reads/v1/BatchGetMessagesRequest.ts';
import type { BatchGetMessagesResponse as _causeway_reads_v1_BatchGetMessagesResponse, BatchGetMessagesResponse__Output as _causeway_reads_v1_BatchGetMessagesResponse__Output } from '../../../causeway/reads/v1/BatchGetMessagesResponse.ts';
import type { DeliverResultsRequest as _causeway_reads_v1_DeliverResultsRequest, DeliverResultsRequest__Output as _causeway_reads_v1_DeliverResultsRequest__Output } from '../../../causeway/reads/v1/DeliverResultsRequest.ts';
import type { Empty as _causeway_reads_v1_Empty, Empty__Output as _causeway_reads_v1_Empty__Output } from '../../../causeway/reads/v1/Empty.ts';
import type { GetBackfillProgressRequest as _causeway_reads_v1_GetBackfillProgressRequest, GetBackfillProgressRequest__Output as _causeway_reads_v1_GetBackfillProgressRequest__Output } from '../../../causeway/reads/v1/GetBackfillProgressRequest.ts';
import type { GetLargeResultRequest as _causeway_reads_v1_GetLargeResultRequest, GetLargeResultRequest__Output as _causeway_reads_v1_GetLargeResultRequest__Output } from '../../../causeway/reads/v1/GetLargeResultRequest.ts';
import type { GetOperationRequest as _causeway_reads_v1_GetOperationRequest, GetOperationRequest__Output as _causeway_reads_v1_GetOperationRequest__Output } from '../../../causeway/reads/v1/GetOperationRequest.ts';
import type { LargeResult as _causeway_reads_v1_LargeResult, LargeResult__Output as _causeway_reads_v1_LargeResult__Output } from '../../../causeway/reads/v1/LargeResult.ts';
import type { ListCountsRequest as _causeway_reads_v1_ListCountsRequest, ListCountsRequest__Output as _causeway_reads_v1_ListCountsRequest__Output } from '../../../causeway/reads/v1/ListCountsRequest.ts';
import type { ListOperationLogsResponse as _causeway_reads_v1_ListOperationLogsResponse, ListOperationLogsResponse__Output as _causeway_reads_v1_ListOperationLogsResponse__Output } from '../../../causeway/reads/v1/ListOperationLogsResponse.ts';
import type { ListOperationsRequest as _causeway_reads_v1_ListOperationsRequest, ListOperationsRequest__Output as _causeway_reads_v1_ListOperationsRequest__Output } from '../../../causeway/reads/v1/ListOperationsRequest.ts';
import type { ListOperationsResponse as _causeway_reads_v1_ListOperationsResponse, ListOperationsResponse__Output as _causeway_reads_v1_ListOperationsResponse__Output } from '../../../causeway/reads/v1/ListOperationsResponse.ts';
import type { ListRecordCountsResponse as _causeway_reads_v1_ListRecordCountsResponse, ListRecordCountsResponse__Output as _causeway_reads_v1_ListRecordCountsResponse__Output } from '../../../causeway/reads/v1/ListRecordCountsResponse.ts';
import type { ListSchedulesRequest as _causeway_reads_v1_ListSchedulesRequest, ListSchedulesRequest__Output as _causeway_reads_v1_ListSchedulesRequest__Output } from '../../../causeway/reads/v1/ListSchedulesRequest.ts';
import type { ListSchedulesResponse as _causeway_reads_v1_ListSchedulesResponse, ListSchedulesResponse__Output as _causeway_reads_v1_ListSchedulesResponse__Output } from '../../../causeway/reads/v1/ListSchedulesResponse.ts';
import type { Operation as _causeway_reads_v1_Operation, Operation__Output as _causeway_reads_v1_Operation__Output } from '../../../causeway/reads/v1/Operation.ts';
import type { PauseReadsRequest as _causeway_reads_v1_PauseReadsRequest, PauseReadsRequest__Output as _causeway_reads_v1_PauseReadsRequest__Output } from '../../../causeway/reads/v1/PauseReadsRequest.ts';
import type { ReplayOperationRequest as _causeway_reads_v1_ReplayOperationRequest, ReplayOperationRequest__Output as _causeway_reads_v1_ReplayOperationRequest__Output } from '../../../causeway/reads/v1/ReplayOperationRequest.ts';
import type { ReplayOperationResponse as _causeway_reads_v1_ReplayOperationResponse, ReplayOperationResponse__Output as _causeway_reads_v1_ReplayOperationResponse__Output } from '../../../causeway/reads/v1/ReplayOperationResponse.ts';
import type { TriggerReadRequest as _causeway_reads_v1_TriggerReadRequest, TriggerReadRequest__Output as _causeway_reads_v1_TriggerReadRequest__Output } from '../../../causeway/reads/v1/TriggerReadRequest.ts';
import type { TriggerReadResponse as _causeway_reads_v1_TriggerReadResponse, TriggerReadResponse__Output as _causeway_reads_v1_TriggerReadResponse__Output } from '../../../causeway/reads/v1/TriggerReadResponse.ts';

/**
 * What is read, when, how far. Times are Unix milliseconds, 0 when unset; *_json is JSON text.
 */
export interface ReadsClient extends grpc.Client {
  /**
   * For notifications: message bodies, at most 2 MiB per response. Bodies that do not fit or are deleted are omitted.
   */
  BatchGetMessages(argument: _causeway_reads_v1_BatchGetMessagesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_BatchGetMessagesResponse__Output>): grpc.ClientUnaryCall;
  BatchGetMessages(argument: _causeway_reads_v1_BatchGetMessagesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_BatchGetMessagesResponse__Output>): grpc.ClientUnaryCall;
  BatchGetMessages(argument: _causeway_reads_v1_BatchGetMessagesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_BatchGetMessagesResponse__Output>): grpc.ClientUnaryCall;
  BatchGetMessages(argument: _causeway_reads_v1_BatchGetMessagesRequest, callback: grpc.requestCallback<_causeway_reads_v1_BatchGetMessagesResponse__Output>): grpc.ClientUnaryCall;
  /**
   * For notifications: message bodies, at most 2 MiB per response. Bodies that do not fit or are deleted are omitted.
   */
  batchGetMessages(argument: _causeway_reads_v1_BatchGetMessagesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_BatchGetMessagesResponse__Output>): grpc.ClientUnaryCall;
  batchGetMessages(argument: _causeway_reads_v1_BatchGetMessagesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_BatchGetMessagesResponse__Output>): grpc.ClientUnaryCall;
  batchGetMessages(argument: _causeway_reads_v1_BatchGetMessagesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_BatchGetMessagesResponse__Output>): grpc.ClientUnaryCall;
  batchGetMessages(argument: _causeway_reads_v1_BatchGetMessagesRequest, callback: grpc.requestCallback<_causeway_reads_v1_BatchGetMessagesResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Releases stored messages, and later messages until the requested number is reached. Problems: notFound
   * (integration), invalidArgument (group, object, disabled), unprocessable if the object's results are not delivered
   * on request.
   */
  DeliverResults(argument: _causeway_reads_v1_DeliverResultsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeliverResults(argument: _causeway_reads_v1_DeliverResultsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeliverResults(argument: _causeway_reads_v1_DeliverResultsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeliverResults(argument: _causeway_reads_v1_DeliverResultsRequest, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * Releases stored messages, and later messages until the requested number is reached. Problems: notFound
   * (integration), invalidArgument (group, object, disabled), unprocessable if the object's results are not delivered
   * on request.
   */
  deliverResults(argument: _causeway_reads_v1_DeliverResultsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  deliverResults(argument: _causeway_reads_v1_DeliverResultsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  deliverResults(argument: _causeway_reads_v1_DeliverResultsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  deliverResults(argument: _causeway_reads_v1_DeliverResultsRequest, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound if no backfill ran.
   */
  GetBackfillProgress(argument: _causeway_reads_v1_GetBackfillProgressRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_BackfillProgress__Output>): grpc.ClientUnaryCall;
  GetBackfillProgress(argument: _causeway_reads_v1_GetBackfillProgressRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_BackfillProgress__Output>): grpc.ClientUnaryCall;
  GetBackfillProgress(argument: _causeway_reads_v1_GetBackfillProgressRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_BackfillProgress__Output>): grpc.ClientUnaryCall;
  GetBackfillProgress(argument: _causeway_reads_v1_GetBackfillProgressRequest, callback: grpc.requestCallback<_causeway_reads_v1_BackfillProgress__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound if no backfill ran.
   */
  getBackfillProgress(argument: _causeway_reads_v1_GetBackfillProgressRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_BackfillProgress__Output>): grpc.ClientUnaryCall;
  getBackfillProgress(argument: _causeway_reads_v1_GetBackfillProgressRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_BackfillProgress__Output>): grpc.ClientUnaryCall;
  getBackfillProgress(argument: _causeway_reads_v1_GetBackfillProgressRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_BackfillProgress__Output>): grpc.ClientUnaryCall;
  getBackfillProgress(argument: _causeway_reads_v1_GetBackfillProgressRequest, callback: grpc.requestCallback<_causeway_reads_v1_BackfillProgress__Output>): grpc.ClientUnaryCall;
  
  /**
   * For the gateway's signed download. Problems: notFound if the message is unknown, or the signature is wrong or older
   * than 15 minutes.
   */
  GetLargeResult(argument: _causeway_reads_v1_GetLargeResultRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_LargeResult__Output>): grpc.ClientUnaryCall;
  GetLargeResult(argument: _causeway_reads_v1_GetLargeResultRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_LargeResult__Output>): grpc.ClientUnaryCall;
  GetLargeResult(argument: _causeway_reads_v1_GetLargeResultRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_LargeResult__Output>): grpc.ClientUnaryCall;
  GetLargeResult(argument: _causeway_reads_v1_GetLargeResultRequest, callback: grpc.requestCallback<_causeway_reads_v1_LargeResult__Output>): grpc.ClientUnaryCall;
  /**
   * For the gateway's signed download. Problems: notFound if the message is unknown, or the signature is wrong or older
   * than 15 minutes.
   */
  getLargeResult(argument: _causeway_reads_v1_GetLargeResultRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_LargeResult__Output>): grpc.ClientUnaryCall;
  getLargeResult(argument: _causeway_reads_v1_GetLargeResultRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_LargeResult__Output>): grpc.ClientUnaryCall;
  getLargeResult(argument: _causeway_reads_v1_GetLargeResultRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_LargeResult__Output>): grpc.ClientUnaryCall;
  getLargeResult(argument: _causeway_reads_v1_GetLargeResultRequest, callback: grpc.requestCallback<_causeway_reads_v1_LargeResult__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound.
   */
  GetOperation(argument: _causeway_reads_v1_GetOperationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_Operation__Output>): grpc.ClientUnaryCall;
  GetOperation(argument: _causeway_reads_v1_GetOperationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_Operation__Output>): grpc.ClientUnaryCall;
  GetOperation(argument: _causeway_reads_v1_GetOperationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_Operation__Output>): grpc.ClientUnaryCall;
  GetOperation(argument: _causeway_reads_v1_GetOperationRequest, callback: grpc.requestCallback<_causeway_reads_v1_Operation__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound.
   */
  getOperation(argument: _causeway_reads_v1_GetOperationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_Operation__Output>): grpc.ClientUnaryCall;
  getOperation(argument: _causeway_reads_v1_GetOperationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_Operation__Output>): grpc.ClientUnaryCall;
  getOperation(argument: _causeway_reads_v1_GetOperationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_Operation__Output>): grpc.ClientUnaryCall;
  getOperation(argument: _causeway_reads_v1_GetOperationRequest, callback: grpc.requestCallback<_causeway_reads_v1_Operation__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound.
   */
  ListOperationLogs(argument: _causeway_reads_v1_GetOperationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ListOperationLogsResponse__Output>): grpc.ClientUnaryCall;
  ListOperationLogs(argument: _causeway_reads_v1_GetOperationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_ListOperationLogsResponse__Output>): grpc.ClientUnaryCall;
  ListOperationLogs(argument: _causeway_reads_v1_GetOperationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ListOperationLogsResponse__Output>): grpc.ClientUnaryCall;
  ListOperationLogs(argument: _causeway_reads_v1_GetOperationRequest, callback: grpc.requestCallback<_causeway_reads_v1_ListOperationLogsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound.
   */
  listOperationLogs(argument: _causeway_reads_v1_GetOperationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ListOperationLogsResponse__Output>): grpc.ClientUnaryCall;
  listOperationLogs(argument: _causeway_reads_v1_GetOperationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_ListOperationLogsResponse__Output>): grpc.ClientUnaryCall;
  listOperationLogs(argument: _causeway_reads_v1_GetOperationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ListOperationLogsResponse__Output>): grpc.ClientUnaryCall;
  listOperationLogs(argument: _causeway_reads_v1_GetOperationRequest, callback: grpc.requestCallback<_causeway_reads_v1_ListOperationLogsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Newest first. A page may have fewer operations than asked for, even none, and still have a next page.
   * Problems: notFound (installation of an integration, unless of_project), invalidArgument (an invalid page token,
   * record_id without installation and object).
   */
  ListOperations(argument: _causeway_reads_v1_ListOperationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ListOperationsResponse__Output>): grpc.ClientUnaryCall;
  ListOperations(argument: _causeway_reads_v1_ListOperationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_ListOperationsResponse__Output>): grpc.ClientUnaryCall;
  ListOperations(argument: _causeway_reads_v1_ListOperationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ListOperationsResponse__Output>): grpc.ClientUnaryCall;
  ListOperations(argument: _causeway_reads_v1_ListOperationsRequest, callback: grpc.requestCallback<_causeway_reads_v1_ListOperationsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Newest first. A page may have fewer operations than asked for, even none, and still have a next page.
   * Problems: notFound (installation of an integration, unless of_project), invalidArgument (an invalid page token,
   * record_id without installation and object).
   */
  listOperations(argument: _causeway_reads_v1_ListOperationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ListOperationsResponse__Output>): grpc.ClientUnaryCall;
  listOperations(argument: _causeway_reads_v1_ListOperationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_ListOperationsResponse__Output>): grpc.ClientUnaryCall;
  listOperations(argument: _causeway_reads_v1_ListOperationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ListOperationsResponse__Output>): grpc.ClientUnaryCall;
  listOperations(argument: _causeway_reads_v1_ListOperationsRequest, callback: grpc.requestCallback<_causeway_reads_v1_ListOperationsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Records read, delivered and undelivered over time. Problems: invalidArgument (the span).
   */
  ListRecordCounts(argument: _causeway_reads_v1_ListCountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ListRecordCountsResponse__Output>): grpc.ClientUnaryCall;
  ListRecordCounts(argument: _causeway_reads_v1_ListCountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_ListRecordCountsResponse__Output>): grpc.ClientUnaryCall;
  ListRecordCounts(argument: _causeway_reads_v1_ListCountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ListRecordCountsResponse__Output>): grpc.ClientUnaryCall;
  ListRecordCounts(argument: _causeway_reads_v1_ListCountsRequest, callback: grpc.requestCallback<_causeway_reads_v1_ListRecordCountsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Records read, delivered and undelivered over time. Problems: invalidArgument (the span).
   */
  listRecordCounts(argument: _causeway_reads_v1_ListCountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ListRecordCountsResponse__Output>): grpc.ClientUnaryCall;
  listRecordCounts(argument: _causeway_reads_v1_ListCountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_ListRecordCountsResponse__Output>): grpc.ClientUnaryCall;
  listRecordCounts(argument: _causeway_reads_v1_ListCountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ListRecordCountsResponse__Output>): grpc.ClientUnaryCall;
  listRecordCounts(argument: _causeway_reads_v1_ListCountsRequest, callback: grpc.requestCallback<_causeway_reads_v1_ListRecordCountsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * By the provider's name of the object; empty for an installation that reads nothing, or is not known here yet.
   */
  ListSchedules(argument: _causeway_reads_v1_ListSchedulesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ListSchedulesResponse__Output>): grpc.ClientUnaryCall;
  ListSchedules(argument: _causeway_reads_v1_ListSchedulesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_ListSchedulesResponse__Output>): grpc.ClientUnaryCall;
  ListSchedules(argument: _causeway_reads_v1_ListSchedulesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ListSchedulesResponse__Output>): grpc.ClientUnaryCall;
  ListSchedules(argument: _causeway_reads_v1_ListSchedulesRequest, callback: grpc.requestCallback<_causeway_reads_v1_ListSchedulesResponse__Output>): grpc.ClientUnaryCall;
  /**
   * By the provider's name of the object; empty for an installation that reads nothing, or is not known here yet.
   */
  listSchedules(argument: _causeway_reads_v1_ListSchedulesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ListSchedulesResponse__Output>): grpc.ClientUnaryCall;
  listSchedules(argument: _causeway_reads_v1_ListSchedulesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_ListSchedulesResponse__Output>): grpc.ClientUnaryCall;
  listSchedules(argument: _causeway_reads_v1_ListSchedulesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ListSchedulesResponse__Output>): grpc.ClientUnaryCall;
  listSchedules(argument: _causeway_reads_v1_ListSchedulesRequest, callback: grpc.requestCallback<_causeway_reads_v1_ListSchedulesResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Idempotent. Problems: notFound, invalidArgument for an unknown object.
   */
  PauseReads(argument: _causeway_reads_v1_PauseReadsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  PauseReads(argument: _causeway_reads_v1_PauseReadsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  PauseReads(argument: _causeway_reads_v1_PauseReadsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  PauseReads(argument: _causeway_reads_v1_PauseReadsRequest, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * Idempotent. Problems: notFound, invalidArgument for an unknown object.
   */
  pauseReads(argument: _causeway_reads_v1_PauseReadsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  pauseReads(argument: _causeway_reads_v1_PauseReadsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  pauseReads(argument: _causeway_reads_v1_PauseReadsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  pauseReads(argument: _causeway_reads_v1_PauseReadsRequest, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * Runs an operation again from its archived pages. Problems: notFound, conflict (the original runs, or the queue of
   * 10 is full), unprocessable if its pages are not archived.
   */
  ReplayOperation(argument: _causeway_reads_v1_ReplayOperationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ReplayOperationResponse__Output>): grpc.ClientUnaryCall;
  ReplayOperation(argument: _causeway_reads_v1_ReplayOperationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_ReplayOperationResponse__Output>): grpc.ClientUnaryCall;
  ReplayOperation(argument: _causeway_reads_v1_ReplayOperationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ReplayOperationResponse__Output>): grpc.ClientUnaryCall;
  ReplayOperation(argument: _causeway_reads_v1_ReplayOperationRequest, callback: grpc.requestCallback<_causeway_reads_v1_ReplayOperationResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Runs an operation again from its archived pages. Problems: notFound, conflict (the original runs, or the queue of
   * 10 is full), unprocessable if its pages are not archived.
   */
  replayOperation(argument: _causeway_reads_v1_ReplayOperationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ReplayOperationResponse__Output>): grpc.ClientUnaryCall;
  replayOperation(argument: _causeway_reads_v1_ReplayOperationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_ReplayOperationResponse__Output>): grpc.ClientUnaryCall;
  replayOperation(argument: _causeway_reads_v1_ReplayOperationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_ReplayOperationResponse__Output>): grpc.ClientUnaryCall;
  replayOperation(argument: _causeway_reads_v1_ReplayOperationRequest, callback: grpc.requestCallback<_causeway_reads_v1_ReplayOperationResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: invalidArgument (times, group, object, disabled), notFound (integration), conflict (queue of 10 is full).
   */
  TriggerRead(argument: _causeway_reads_v1_TriggerReadRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_TriggerReadResponse__Output>): grpc.ClientUnaryCall;
  TriggerRead(argument: _causeway_reads_v1_TriggerReadRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_TriggerReadResponse__Output>): grpc.ClientUnaryCall;
  TriggerRead(argument: _causeway_reads_v1_TriggerReadRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_TriggerReadResponse__Output>): grpc.ClientUnaryCall;
  TriggerRead(argument: _causeway_reads_v1_TriggerReadRequest, callback: grpc.requestCallback<_causeway_reads_v1_TriggerReadResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: invalidArgument (times, group, object, disabled), notFound (integration), conflict (queue of 10 is full).
   */
  triggerRead(argument: _causeway_reads_v1_TriggerReadRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_TriggerReadResponse__Output>): grpc.ClientUnaryCall;
  triggerRead(argument: _causeway_reads_v1_TriggerReadRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_TriggerReadResponse__Output>): grpc.ClientUnaryCall;
  triggerRead(argument: _causeway_reads_v1_TriggerReadRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_TriggerReadResponse__Output>): grpc.ClientUnaryCall;
  triggerRead(argument: _causeway_reads_v1_TriggerReadRequest, callback: grpc.requestCallback<_causeway_reads_v1_TriggerReadResponse__Output>): grpc.ClientUnaryCall;
  
  UnpauseReads(argument: _causeway_reads_v1_PauseReadsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  UnpauseReads(argument: _causeway_reads_v1_PauseReadsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  UnpauseReads(argument: _causeway_reads_v1_PauseReadsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  UnpauseReads(argument: _causeway_reads_v1_PauseReadsRequest, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  unpauseReads(argument: _causeway_reads_v1_PauseReadsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  unpauseReads(argument: _causeway_reads_v1_PauseReadsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  unpauseReads(argument: _causeway_reads_v1_PauseReadsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  unpauseReads(argument: _causeway_reads_v1_PauseReadsRequest, callback: grpc.requestCallback<_causeway_reads_v1_Empty__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What is read, when, how far. Times are Unix milliseconds, 0 when unset; *_json is JSON text.
 */
export interface ReadsHandlers extends grpc.UntypedServiceImplementation {
  /**
   * For notifications: message bodies, at most 2 MiB per response. Bodies that do not fit or are deleted are omitted.
   */
  BatchGetMessages: grpc.handleUnaryCall<_causeway_reads_v1_BatchGetMessagesRequest__Output, _causeway_reads_v1_BatchGetMessagesResponse>;
  
  /**
   * Releases stored messages, and later messages until the requested number is reached. Problems: notFound
   * (integration), invalidArgument (group, object, disabled), unprocessable if the object's results are not delivered
   * on request.
   */
  DeliverResults: grpc.handleUnaryCall<_causeway_reads_v1_DeliverResultsRequest__Output, _causeway_reads_v1_Empty>;
  
  /**
   * Problems: notFound if no backfill ran.
   */
  GetBackfillProgress: grpc.handleUnaryCall<_causeway_reads_v1_GetBackfillProgressRequest__Output, _causeway_reads_v1_BackfillProgress>;
  
  /**
   * For the gateway's signed download. Problems: notFound if the message is unknown, or the signature is wrong or older
   * than 15 minutes.
   */
  GetLargeResult: grpc.handleUnaryCall<_causeway_reads_v1_GetLargeResultRequest__Output, _causeway_reads_v1_LargeResult>;
  
  /**
   * Problems: notFound.
   */
  GetOperation: grpc.handleUnaryCall<_causeway_reads_v1_GetOperationRequest__Output, _causeway_reads_v1_Operation>;
  
  /**
   * Problems: notFound.
   */
  ListOperationLogs: grpc.handleUnaryCall<_causeway_reads_v1_GetOperationRequest__Output, _causeway_reads_v1_ListOperationLogsResponse>;
  
  /**
   * Newest first. A page may have fewer operations than asked for, even none, and still have a next page.
   * Problems: notFound (installation of an integration, unless of_project), invalidArgument (an invalid page token,
   * record_id without installation and object).
   */
  ListOperations: grpc.handleUnaryCall<_causeway_reads_v1_ListOperationsRequest__Output, _causeway_reads_v1_ListOperationsResponse>;
  
  /**
   * Records read, delivered and undelivered over time. Problems: invalidArgument (the span).
   */
  ListRecordCounts: grpc.handleUnaryCall<_causeway_reads_v1_ListCountsRequest__Output, _causeway_reads_v1_ListRecordCountsResponse>;
  
  /**
   * By the provider's name of the object; empty for an installation that reads nothing, or is not known here yet.
   */
  ListSchedules: grpc.handleUnaryCall<_causeway_reads_v1_ListSchedulesRequest__Output, _causeway_reads_v1_ListSchedulesResponse>;
  
  /**
   * Idempotent. Problems: notFound, invalidArgument for an unknown object.
   */
  PauseReads: grpc.handleUnaryCall<_causeway_reads_v1_PauseReadsRequest__Output, _causeway_reads_v1_Empty>;
  
  /**
   * Runs an operation again from its archived pages. Problems: notFound, conflict (the original runs, or the queue of
   * 10 is full), unprocessable if its pages are not archived.
   */
  ReplayOperation: grpc.handleUnaryCall<_causeway_reads_v1_ReplayOperationRequest__Output, _causeway_reads_v1_ReplayOperationResponse>;
  
  /**
   * Problems: invalidArgument (times, group, object, disabled), notFound (integration), conflict (queue of 10 is full).
   */
  TriggerRead: grpc.handleUnaryCall<_causeway_reads_v1_TriggerReadRequest__Output, _causeway_reads_v1_TriggerReadResponse>;
  
  UnpauseReads: grpc.handleUnaryCall<_causeway_reads_v1_PauseReadsRequest__Output, _causeway_reads_v1_Empty>;
  
}

export interface ReadsDefinition extends grpc.ServiceDefinition {
  BatchGetMessages: MethodDefinition<_causeway_reads_v1_BatchGetMessagesRequest, _causeway_reads_v1_BatchGetMessagesResponse, _causeway_reads_v1_BatchGetMessagesRequest__Output, _causeway_reads_v1_BatchGetMessagesResponse__Output>
  DeliverResults: MethodDefinition<_causeway_reads_v1_DeliverResultsRequest, _causeway_reads_v1_Empty, _causeway_reads_v1_DeliverResultsRequest__Output, _causeway_reads_v1_Empty__Output>
  GetBackfillProgress: MethodDefinition<_causeway_reads_v1_GetBackfillProgressRequest, _causeway_reads_v1_BackfillProgress, _causeway_reads_v1_GetBackfillProgressRequest__Output, _causeway_reads_v1_BackfillProgress__Output>
  GetLargeResult: MethodDefinition<_causeway_reads_v1_GetLargeResultRequest, _causeway_reads_v1_LargeResult, _causeway_reads_v1_GetLargeResultRequest__Output, _causeway_reads_v1_LargeResult__Output>
  GetOperation: MethodDefinition<_causeway_reads_v1_GetOperationRequest, _causeway_reads_v1_Operation, _causeway_reads_v1_GetOperationRequest__Output, _causeway_reads_v1_Operation__Output>
  ListOperationLogs: MethodDefinition<_causeway_reads_v1_GetOperationRequest, _causeway_reads_v1_ListOperationLogsResponse, _causeway_reads_v1_GetOperationRequest__Output, _causeway_reads_v1_ListOperationLogsResponse__Output>
  ListOperations: MethodDefinition<_causeway_reads_v1_ListOperationsRequest, _causeway_reads_v1_ListOperationsResponse, _causeway_reads_v1_ListOperationsRequest__Output, _causeway_reads_v1_ListOperationsResponse__Output>
  ListRecordCounts: MethodDefinition<_causeway_reads_v1_ListCountsRequest, _causeway_reads_v1_ListRecordCountsResponse, _causeway_reads_v1_ListCountsRequest__Output, _causeway_reads_v1_ListRecordCountsResponse__Output>
  ListSchedules: MethodDefinition<_causeway_reads_v1_ListSchedulesRequest, _causeway_reads_v1_ListSchedulesResponse, _causeway_reads_v1_ListSchedulesRequest__Output, _causeway_reads_v1_ListSchedulesResponse__Output>
  PauseReads: MethodDefinition<_causeway_reads_v1_PauseReadsRequest, _causeway_reads_v1_Empty, _causeway_reads_v1_PauseReadsRequest__Output, _causeway_reads_v1_Empty__Output>
  ReplayOperation: MethodDefinition<_causeway_reads_v1_ReplayOperationRequest, _causeway_reads_v1_ReplayOperationResponse, _causeway_reads_v1_ReplayOperationRequest__Output, _causeway_reads_v1_ReplayOperationResponse__Output>
  TriggerRead: MethodDefinition<_causeway_reads_v1_TriggerReadRequest, _causeway_reads_v1_TriggerReadResponse, _causeway_reads_v1_TriggerReadRequest__Output, _causeway_reads_v1_TriggerReadResponse__Output>
  UnpauseReads: MethodDefinition<_causeway_reads_v1_PauseReadsRequest, _causeway_reads_v1_Empty, _causeway_reads_v1_PauseReadsRequest__Output, _causeway_reads_v1_Empty__Output>
}
