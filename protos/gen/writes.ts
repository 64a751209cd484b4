import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { GetOperationRequest as _causeway_writes_v1_GetOperationRequest, GetOperationRequest__Output as _causeway_writes_v1_GetOperationRequest__Output } from './causeway/writes/v1/GetOperationRequest.ts';
import type { Header as _causeway_writes_v1_Header, Header__Output as _causeway_writes_v1_Header__Output } from './causeway/writes/v1/Header.ts';
import type { ListCountsRequest as _causeway_writes_v1_ListCountsRequest, ListCountsRequest__Output as _causeway_writes_v1_ListCountsRequest__Output } from './causeway/writes/v1/ListCountsRequest.ts';
import type { ListOperationLogsResponse as _causeway_writes_v1_ListOperationLogsResponse, ListOperationLogsResponse__Output as _causeway_writes_v1_ListOperationLogsResponse__Output } from './causeway/writes/v1/ListOperationLogsResponse.ts';
import type { ListOperationsRequest as _causeway_writes_v1_ListOperationsRequest, ListOperationsRequest__Output as _causeway_writes_v1_ListOperationsRequest__Output } from './causeway/writes/v1/ListOperationsRequest.ts';
import type { ListOperationsResponse as _causeway_writes_v1_ListOperationsResponse, ListOperationsResponse__Output as _causeway_writes_v1_ListOperationsResponse__Output } from './causeway/writes/v1/ListOperationsResponse.ts';
import type { ListProxyCountsResponse as _causeway_writes_v1_ListProxyCountsResponse, ListProxyCountsResponse__Output as _causeway_writes_v1_ListProxyCountsResponse__Output } from './causeway/writes/v1/ListProxyCountsResponse.ts';
import type { ListRecordCountsResponse as _causeway_writes_v1_ListRecordCountsResponse, ListRecordCountsResponse__Output as _causeway_writes_v1_ListRecordCountsResponse__Output } from './causeway/writes/v1/ListRecordCountsResponse.ts';
import type { LogEntry as _causeway_writes_v1_LogEntry, LogEntry__Output as _causeway_writes_v1_LogEntry__Output } from './causeway/writes/v1/LogEntry.ts';
import type { Operation as _causeway_writes_v1_Operation, Operation__Output as _causeway_writes_v1_Operation__Output } from './causeway/writes/v1/Operation.ts';
import type { ProxyCount as _causeway_writes_v1_ProxyCount, ProxyCount__Output as _causeway_writes_v1_ProxyCount__Output } from './causeway/writes/v1/ProxyCount.ts';
import type { ProxyCountsSlot as _causeway_writes_v1_ProxyCountsSlot, ProxyCountsSlot__Output as _causeway_writes_v1_ProxyCountsSlot__Output } from './causeway/writes/v1/ProxyCountsSlot.ts';
import type { RecordCounts as _causeway_writes_v1_RecordCounts, RecordCounts__Output as _causeway_writes_v1_RecordCounts__Output } from './causeway/writes/v1/RecordCounts.ts';
import type { WriteRecordsRequest as _causeway_writes_v1_WriteRecordsRequest, WriteRecordsRequest__Output as _causeway_writes_v1_WriteRecordsRequest__Output } from './causeway/writes/v1/WriteRecordsRequest.ts';
import type { WriteRecordsResponse as _causeway_writes_v1_WriteRecordsResponse, WriteRecordsResponse__Output as _causeway_writes_v1_WriteRecordsResponse__Output } from './causeway/writes/v1/WriteRecordsResponse.ts';
import type { WritesClient as _causeway_writes_v1_WritesClient, WritesDefinition as _causeway_writes_v1_WritesDefinition } from './causeway/writes/v1/Writes.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  causeway: {
    writes: {
      v1: {
        GetOperationRequest: MessageTypeDefinition<_causeway_writes_v1_GetOperationRequest, _causeway_writes_v1_GetOperationRequest__Output>
        Header: MessageTypeDefinition<_causeway_writes_v1_Header, _causeway_writes_v1_Header__Output>
        ListCountsRequest: MessageTypeDefinition<_causeway_writes_v1_ListCountsRequest, _causeway_writes_v1_ListCountsRequest__Output>
        ListOperationLogsResponse: MessageTypeDefinition<_causeway_writes_v1_ListOperationLogsResponse, _causeway_writes_v1_ListOperationLogsResponse__Output>
        ListOperationsRequest: MessageTypeDefinition<_causeway_writes_v1_ListOperationsRequest, _causeway_writes_v1_ListOperationsRequest__Output>
        ListOperationsResponse: MessageTypeDefinition<_causeway_writes_v1_ListOperationsResponse, _causeway_writes_v1_ListOperationsResponse__Output>
        ListProxyCountsResponse: MessageTypeDefinition<_causeway_writes_v1_ListProxyCountsResponse, _causeway_writes_v1_ListProxyCountsResponse__Output>
        ListRecordCountsResponse: MessageTypeDefinition<_causeway_writes_v1_ListRecordCountsResponse, _causeway_writes_v1_ListRecordCountsResponse__Output>
        LogEntry: MessageTypeDefinition<_causeway_writes_v1_LogEntry, _causeway_writes_v1_LogEntry__Output>
        Operation: MessageTypeDefinition<_causeway_writes_v1_Operation, _causeway_writes_v1_Operation__Output>
        ProxyCount: MessageTypeDefinition<_causeway_writes_v1_ProxyCount, _causeway_writes_v1_ProxyCount__Output>
        ProxyCountsSlot: MessageTypeDefinition<_causeway_writes_v1_ProxyCountsSlot, _causeway_writes_v1_ProxyCountsSlot__Output>
        RecordCounts: MessageTypeDefinition<_causeway_writes_v1_RecordCounts, _causeway_writes_v1_RecordCounts__Output>
        WriteRecordsRequest: MessageTypeDefinition<_causeway_writes_v1_WriteRecordsRequest, _causeway_writes_v1_WriteRecordsRequest__Output>
        WriteRecordsResponse: MessageTypeDefinition<_causeway_writes_v1_WriteRecordsResponse, _causeway_writes_v1_WriteRecordsResponse__Output>
        /**
         * What is written to providers. Times are Unix milliseconds, 0 when unset; *_json is JSON text with exact numbers.
         */
        Writes: SubtypeConstructor<typeof grpc.Client, _causeway_writes_v1_WritesClient> & { service: _causeway_writes_v1_WritesDefinition }
      }
    }
  }
}

