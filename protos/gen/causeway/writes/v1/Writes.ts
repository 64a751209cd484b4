// Original file: protos/writes/v1/writes.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetOperationRequest as _causeway_writes_v1_GetOperationRequest, GetOperationRequest__Output as _causeway_writes_v1_GetOperationRequest__Output } from '../../../causeway/writes/v1/GetOperationRequest.ts';
import type { ListCountsRequest as _causeway_writes_v1_ListCountsRequest, ListCountsRequest__Output as _causeway_writes_v1_ListCountsRequest__Output } from '../../../causeway/writes/v1/ListCountsRequest.ts';
import type { ListOperationLogsResponse as _causeway_writes_v1_ListOperationLogsResponse, ListOperationLogsResponse__Output as _causeway_writes_v1_ListOperationLogsResponse__Output } from '../../../causeway/writes/v1/ListOperationLogsResponse.ts';
import type { ListOperationsRequest as _causeway_writes_v1_ListOperationsRequest, ListOperationsRequest__Output as _causeway_writes_v1_ListOperationsRequest__Output } from '../../../causeway/writes/v1/ListOperationsRequest.ts';
import type { ListOperationsResponse as _causeway_writes_v1_ListOperationsResponse, ListOperationsResponse__Output as _causeway_writes_v1_ListOperationsResponse__Output } from '../../../causeway/writes/v1/ListOperationsResponse.ts';
import type { ListProxyCountsResponse as _causeway_writes_v1_ListProxyCountsResponse, ListProxyCountsResponse__Output as _causeway_writes_v1_ListProxyCountsResponse__Output } from '../../../causeway/writes/v1/ListProxyCountsResponse.ts';
import type { ListRecordCountsResponse as _causeway_writes_v1_ListRecordCountsResponse, ListRecordCountsResponse__Output as _causeway_writes_v1_ListRecordCountsResponse__Output } from '../../../causeway/writes/v1/ListRecordCountsResponse.ts';
import type { Operation as _causeway_writes_v1_Operation, Operation__Output as _causeway_writes_v1_Operation__Output } from '../../../causeway/writes/v1/Operation.ts';
import type { WriteRecordsRequest as _causeway_writes_v1_WriteRecordsRequest, WriteRecordsRequest__Output as _causeway_writes_v1_WriteRecordsRequest__Output } from '../../../causeway/writes/v1/WriteRecordsRequest.ts';
import type { WriteRecordsResponse as _causeway_writes_v1_WriteRecordsResponse, WriteRecordsResponse__Output as _causeway_writes_v1_WriteRecordsResponse__Output } from '../../../causeway/writes/v1/WriteRecordsResponse.ts';

/**
 * What is written to providers. Times are Unix milliseconds, 0 when unset; *_json is JSON text with exact numbers.
 */
export interface WritesClient extends grpc.Client {
  /**
   * Problems: notFound.
   */
  GetOperation(argument: _causeway_writes_v1_GetOperationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_Operation__Output>): grpc.ClientUnaryCall;
  GetOperation(argument: _causeway_writes_v1_GetOperationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_writes_v1_Operation__Output>): grpc.ClientUnaryCall;
  GetOperation(argument: _causeway_writes_v1_GetOperationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_Operation__Output>): grpc.ClientUnaryCall;
  GetOperation(argument: _causeway_writes_v1_GetOperationRequest, callback: grpc.requestCallback<_causeway_writes_v1_Operation__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound.
   */
  getOperation(argument: _causeway_writes_v1_GetOperationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_Operation__Output>): grpc.ClientUnaryCall;
  getOperation(argument: _causeway_writes_v1_GetOperationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_writes_v1_Operation__Output>): grpc.ClientUnaryCall;
  getOperation(argument: _causeway_writes_v1_GetOperationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_Operation__Output>): grpc.ClientUnaryCall;
  getOperation(argument: _causeway_writes_v1_GetOperationRequest, callback: grpc.requestCallback<_causeway_writes_v1_Operation__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound.
   */
  ListOperationLogs(argument: _causeway_writes_v1_GetOperationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_ListOperationLogsResponse__Output>): grpc.ClientUnaryCall;
  ListOperationLogs(argument: _causeway_writes_v1_GetOperationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_writes_v1_ListOperationLogsResponse__Output>): grpc.ClientUnaryCall;
  ListOperationLogs(argument: _causeway_writes_v1_GetOperationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_ListOperationLogsResponse__Output>): grpc.ClientUnaryCall;
  ListOperationLogs(argument: _causeway_writes_v1_GetOperationRequest, callback: grpc.requestCallback<_causeway_writes_v1_ListOperationLogsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound.
   */
  listOperationLogs(argument: _causeway_writes_v1_GetOperationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_ListOperationLogsResponse__Output>): grpc.ClientUnaryCall;
  listOperationLogs(argument: _causeway_writes_v1_GetOperationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_writes_v1_ListOperationLogsResponse__Output>): grpc.ClientUnaryCall;
  listOperationLogs(argument: _causeway_writes_v1_GetOperationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_ListOperationLogsResponse__Output>): grpc.ClientUnaryCall;
  listOperationLogs(argument: _causeway_writes_v1_GetOperationRequest, callback: grpc.requestCallback<_causeway_writes_v1_ListOperationLogsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Newest first. Problems: invalidArgument (an invalid page token).
   */
  ListOperations(argument: _causeway_writes_v1_ListOperationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_ListOperationsResponse__Output>): grpc.ClientUnaryCall;
  ListOperations(argument: _causeway_writes_v1_ListOperationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_writes_v1_ListOperationsResponse__Output>): grpc.ClientUnaryCall;
  ListOperations(argument: _causeway_writes_v1_ListOperationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_ListOperationsResponse__Output>): grpc.ClientUnaryCall;
  ListOperations(argument: _causeway_writes_v1_ListOperationsRequest, callback: grpc.requestCallback<_causeway_writes_v1_ListOperationsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Newest first. Problems: invalidArgument (an invalid page token).
   */
  listOperations(argument: _causeway_writes_v1_ListOperationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_ListOperationsResponse__Output>): grpc.ClientUnaryCall;
  listOperations(argument: _causeway_writes_v1_ListOperationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_writes_v1_ListOperationsResponse__Output>): grpc.ClientUnaryCall;
  listOperations(argument: _causeway_writes_v1_ListOperationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_ListOperationsResponse__Output>): grpc.ClientUnaryCall;
  listOperations(argument: _causeway_writes_v1_ListOperationsRequest, callback: grpc.requestCallback<_causeway_writes_v1_ListOperationsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Requests of the proxy over time. Problems: invalidArgument (the span).
   */
  ListProxyCounts(argument: _causeway_writes_v1_ListCountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_ListProxyCountsResponse__Output>): grpc.ClientUnaryCall;
  ListProxyCounts(argument: _causeway_writes_v1_ListCountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_writes_v1_ListProxyCountsResponse__Output>): grpc.ClientUnaryCall;
  ListProxyCounts(argument: _causeway_writes_v1_ListCountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_ListProxyCountsResponse__Output>): grpc.ClientUnaryCall;
  ListProxyCounts(argument: _causeway_writes_v1_ListCountsRequest, callback: grpc.requestCallback<_causeway_writes_v1_ListProxyCountsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Requests of the proxy over time. Problems: invalidArgument (the span).
   */
  listProxyCounts(argument: _causeway_writes_v1_ListCountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_ListProxyCountsResponse__Output>): grpc.ClientUnaryCall;
  listProxyCounts(argument: _causeway_writes_v1_ListCountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_writes_v1_ListProxyCountsResponse__Output>): grpc.ClientUnaryCall;
  listProxyCounts(argument: _causeway_writes_v1_ListCountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_ListProxyCountsResponse__Output>): grpc.ClientUnaryCall;
  listProxyCounts(argument: _causeway_writes_v1_ListCountsRequest, callback: grpc.requestCallback<_causeway_writes_v1_ListProxyCountsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Records written and not written over time. Problems: invalidArgument (the span).
   */
  ListRecordCounts(argument: _causeway_writes_v1_ListCountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_ListRecordCountsResponse__Output>): grpc.ClientUnaryCall;
  ListRecordCounts(argument: _causeway_writes_v1_ListCountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_writes_v1_ListRecordCountsResponse__Output>): grpc.ClientUnaryCall;
  ListRecordCounts(argument: _causeway_writes_v1_ListCountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_ListRecordCountsResponse__Output>): grpc.ClientUnaryCall;
  ListRecordCounts(argument: _causeway_writes_v1_ListCountsRequest, callback: grpc.requestCallback<_causeway_writes_v1_ListRecordCountsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Records written and not written over time. Problems: invalidArgument (the span).
   */
  listRecordCounts(argument: _causeway_writes_v1_ListCountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_ListRecordCountsResponse__Output>): grpc.ClientUnaryCall;
  listRecordCounts(argument: _causeway_writes_v1_ListCountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_writes_v1_ListRecordCountsResponse__Output>): grpc.ClientUnaryCall;
  listRecordCounts(argument: _causeway_writes_v1_ListCountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_ListRecordCountsResponse__Output>): grpc.ClientUnaryCall;
  listRecordCounts(argument: _causeway_writes_v1_ListCountsRequest, callback: grpc.requestCallback<_causeway_writes_v1_ListRecordCountsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound (integration), invalidArgument (group, object, what the object does not take), conflict (an
   * idempotency key with another body, or of a write that runs), rateLimited (no permit of the provider's rate limit).
   * What the provider answered is no problem: it is in the answer.
   */
  WriteRecords(argument: _causeway_writes_v1_WriteRecordsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_WriteRecordsResponse__Output>): grpc.ClientUnaryCall;
  WriteRecords(argument: _causeway_writes_v1_WriteRecordsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_writes_v1_WriteRecordsResponse__Output>): grpc.ClientUnaryCall;
  WriteRecords(argument: _causeway_writes_v1_WriteRecordsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_WriteRecordsResponse__Output>): grpc.ClientUnaryCall;
  WriteRecords(argument: _causeway_writes_v1_WriteRecordsRequest, callback: grpc.requestCallback<_causeway_writes_v1_WriteRecordsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound (integration), invalidArgument (group, object, what the object does not take), conflict (an
   * idempotency key with another body, or of a write that runs), rateLimited (no permit of the provider's rate limit).
   * What the provider answered is no problem: it is in the answer.
   */
  writeRecords(argument: _causeway_writes_v1_WriteRecordsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_WriteRecordsResponse__Output>): grpc.ClientUnaryCall;
  writeRecords(argument: _causeway_writes_v1_WriteRecordsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_writes_v1_WriteRecordsResponse__Output>): grpc.ClientUnaryCall;
  writeRecords(argument: _causeway_writes_v1_WriteRecordsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_writes_v1_WriteRecordsResponse__Output>): grpc.ClientUnaryCall;
  writeRecords(argument: _causeway_writes_v1_WriteRecordsRequest, callback: grpc.requestCallback<_causeway_writes_v1_WriteRecordsResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What is written to providers. Times are Unix milliseconds, 0 when unset; *_json is JSON text with exact numbers.
 */
export interface WritesHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Problems: notFound.
   */
  GetOperation: grpc.handleUnaryCall<_causeway_writes_v1_GetOperationRequest__Output, _causeway_writes_v1_Operation>;
  
  /**
   * Problems: notFound.
   */
  ListOperationLogs: grpc.handleUnaryCall<_causeway_writes_v1_GetOperationRequest__Output, _causeway_writes_v1_ListOperationLogsResponse>;
  
  /**
   * Newest first. Problems: invalidArgument (an invalid page token).
   */
  ListOperations: grpc.handleUnaryCall<_causeway_writes_v1_ListOperationsRequest__Output, _causeway_writes_v1_ListOperationsResponse>;
  
  /**
   * Requests of the proxy over time. Problems: invalidArgument (the span).
   */
  ListProxyCounts: grpc.handleUnaryCall<_causeway_writes_v1_ListCountsRequest__Output, _causeway_writes_v1_ListProxyCountsResponse>;
  
  /**
   * Records written and not written over time. Problems: invalidArgument (the span).
   */
  ListRecordCounts: grpc.handleUnaryCall<_causeway_writes_v1_ListCountsRequest__Output, _causeway_writes_v1_ListRecordCountsResponse>;
  
  /**
   * Problems: notFound (integration), invalidArgument (group, object, what the object does not take), conflict (an
   * idempotency key with another body, or of a write that runs), rateLimited (no permit of the provider's rate limit).
   * What the provider answered is no problem: it is in the answer.
   */
  WriteRecords: grpc.handleUnaryCall<_causeway_writes_v1_WriteRecordsRequest__Output, _causeway_writes_v1_WriteRecordsResponse>;
  
}

export interface WritesDefinition extends grpc.ServiceDefinition {
  GetOperation: MethodDefinition<_causeway_writes_v1_GetOperationRequest, _causeway_writes_v1_Operation, _causeway_writes_v1_GetOperationRequest__Output, _causeway_writes_v1_Operation__Output>
  ListOperationLogs: MethodDefinition<_causeway_writes_v1_GetOperationRequest, _causeway_writes_v1_ListOperationLogsResponse, _causeway_writes_v1_GetOperationRequest__Output, _causeway_writes_v1_ListOperationLogsResponse__Output>
  ListOperations: MethodDefinition<_causeway_writes_v1_ListOperationsRequest, _causeway_writes_v1_ListOperationsResponse, _causeway_writes_v1_ListOperationsRequest__Output, _causeway_writes_v1_ListOperationsResponse__Output>
  ListProxyCounts: MethodDefinition<_causeway_writes_v1_ListCountsRequest, _causeway_writes_v1_ListProxyCountsResponse, _causeway_writes_v1_ListCountsRequest__Output, _causeway_writes_v1_ListProxyCountsResponse__Output>
  ListRecordCounts: MethodDefinition<_causeway_writes_v1_ListCountsRequest, _causeway_writes_v1_ListRecordCountsResponse, _causeway_writes_v1_ListCountsRequest__Output, _causeway_writes_v1_ListRecordCountsResponse__Output>
  WriteRecords: MethodDefinition<_causeway_writes_v1_WriteRecordsRequest, _causeway_writes_v1_WriteRecordsResponse, _causeway_writes_v1_WriteRecordsRequest__Output, _causeway_writes_v1_WriteRecordsResponse__Output>
}
