import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { BackfillProgress as _causeway_reads_v1_BackfillProgress, BackfillProgress__Output as _causeway_reads_v1_BackfillProgress__Output } from './causeway/reads/v1/BackfillProgress.ts';
import type { BatchGetMessagesRequest as _causeway_reads_v1_BatchGetMessagesRequest, BatchGetMessagesRequest__Output as _causeway_reads_v1_BatchGetMessagesRequest__Output } from './causeway/reads/v1/BatchGetMessagesRequest.ts';
import type { BatchGetMessagesResponse as _causeway_reads_v1_BatchGetMessagesResponse, BatchGetMessagesResponse__Output as _causeway_reads_v1_BatchGetMessagesResponse__Output } from './causeway/reads/v1/BatchGetMessagesResponse.ts';
import type { DeliverResultsRequest as _causeway_reads_v1_DeliverResultsRequest, DeliverResultsRequest__Output as _causeway_reads_v1_DeliverResultsRequest__Output } from './causeway/reads/v1/DeliverResultsRequest.ts';
import type { Empty as _causeway_reads_v1_Empty, Empty__Output as _causeway_reads_v1_Empty__Output } from './causeway/reads/v1/Empty.ts';
import type { GetBackfillProgressRequest as _causeway_reads_v1_GetBackfillProgressRequest, GetBackfillProgressRequest__Output as _causeway_reads_v1_GetBackfillProgressRequest__Output } from './causeway/reads/v1/GetBackfillProgressRequest.ts';
import type { GetLargeResultRequest as _causeway_reads_v1_GetLargeResultRequest, GetLargeResultRequest__Output as _causeway_reads_v1_GetLargeResultRequest__Output } from './causeway/reads/v1/GetLargeResultRequest.ts';
import type { GetOperationRequest as _causeway_reads_v1_GetOperationRequest, GetOperationRequest__Output as _causeway_reads_v1_GetOperationRequest__Output } from './causeway/reads/v1/GetOperationRequest.ts';
import type { LargeResult as _causeway_reads_v1_LargeResult, LargeResult__Output as _causeway_reads_v1_LargeResult__Output } from './causeway/reads/v1/LargeResult.ts';
import type { ListCountsRequest as _causeway_reads_v1_ListCountsRequest, ListCountsRequest__Output as _causeway_reads_v1_ListCountsRequest__Output } from './causeway/reads/v1/ListCountsRequest.ts';
import type { ListOperationLogsResponse as _causeway_reads_v1_ListOperationLogsResponse, ListOperationLogsResponse__Output as _causeway_reads_v1_ListOperationLogsResponse__Output } from './causeway/reads/v1/ListOperationLogsResponse.ts';
import type { ListOperationsRequest as _causeway_reads_v1_ListOperationsRequest, ListOperationsRequest__Output as _causeway_reads_v1_ListOperationsRequest__Output } from './causeway/reads/v1/ListOperationsRequest.ts';
import type { ListOperationsResponse as _causeway_reads_v1_ListOperationsResponse, ListOperationsResponse__Output as _causeway_reads_v1_ListOperationsResponse__Output } from './causeway/reads/v1/ListOperationsResponse.ts';
import type { ListRecordCountsResponse as _causeway_reads_v1_ListRecordCountsResponse, ListRecordCountsResponse__Output as _causeway_reads_v1_ListRecordCountsResponse__Output } from './causeway/reads/v1/ListRecordCountsResponse.ts';
import type { ListSchedulesRequest as _causeway_reads_v1_ListSchedulesRequest, ListSchedulesRequest__Output as _causeway_reads_v1_ListSchedulesRequest__Output } from './causeway/reads/v1/ListSchedulesRequest.ts';
import type { ListSchedulesResponse as _causeway_reads_v1_ListSchedulesResponse, ListSchedulesResponse__Output as _causeway_reads_v1_ListSchedulesResponse__Output } from './causeway/reads/v1/ListSchedulesResponse.ts';
import type { LogEntry as _causeway_reads_v1_LogEntry, LogEntry__Output as _causeway_reads_v1_LogEntry__Output } from './causeway/reads/v1/LogEntry.ts';
import type { MessageBody as _causeway_reads_v1_MessageBody, MessageBody__Output as _causeway_reads_v1_MessageBody__Output } from './causeway/reads/v1/MessageBody.ts';
import type { Operation as _causeway_reads_v1_Operation, Operation__Output as _causeway_reads_v1_Operation__Output } from './causeway/reads/v1/Operation.ts';
import type { PauseReadsRequest as _causeway_reads_v1_PauseReadsRequest, PauseReadsRequest__Output as _causeway_reads_v1_PauseReadsRequest__Output } from './causeway/reads/v1/PauseReadsRequest.ts';
import type { ReadsClient as _causeway_reads_v1_ReadsClient, ReadsDefinition as _causeway_reads_v1_ReadsDefinition } from './causeway/reads/v1/Reads.ts';
import type { RecordCounts as _causeway_reads_v1_RecordCounts, RecordCounts__Output as _causeway_reads_v1_RecordCounts__Output } from './causeway/reads/v1/RecordCounts.ts';
import type { Replay as _causeway_reads_v1_Replay, Replay__Output as _causeway_reads_v1_Replay__Output } from './causeway/reads/v1/Replay.ts';
import type { ReplayOperationRequest as _causeway_reads_v1_ReplayOperationRequest, ReplayOperationRequest__Output as _causeway_reads_v1_ReplayOperationRequest__Output } from './causeway/reads/v1/ReplayOperationRequest.ts';
import type { ReplayOperationResponse as _causeway_reads_v1_ReplayOperationResponse, ReplayOperationResponse__Output as _causeway_reads_v1_ReplayOperationResponse__Output } from './causeway/reads/v1/ReplayOperationResponse.ts';
import type { Schedule as _causeway_reads_v1_Schedule, Schedule__Output as _causeway_reads_v1_Schedule__Output } from './causeway/reads/v1/Schedule.ts';
import type { TriggerReadRequest as _causeway_reads_v1_TriggerReadRequest, TriggerReadRequest__Output as _causeway_reads_v1_TriggerReadRequest__Output } from './causeway/reads/v1/TriggerReadRequest.ts';
import type { TriggerReadResponse as _causeway_reads_v1_TriggerReadResponse, TriggerReadResponse__Output as _causeway_reads_v1_TriggerReadResponse__Output } from './causeway/reads/v1/TriggerReadResponse.ts';
import type { WaitingFor as _causeway_reads_v1_WaitingFor, WaitingFor__Output as _causeway_reads_v1_WaitingFor__Output } from './causeway/reads/v1/WaitingFor.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  causeway: {
    reads: {
      v1: {
        BackfillProgress: MessageTypeDefinition<_causeway_reads_v1_BackfillProgress, _causeway_reads_v1_BackfillProgress__Output>
        BatchGetMessagesRequest: MessageTypeDefinition<_causeway_reads_v1_BatchGetMessagesRequest, _causeway_reads_v1_BatchGetMessagesRequest__Output>
        BatchGetMessagesResponse: MessageTypeDefinition<_causeway_reads_v1_BatchGetMessagesResponse, _causeway_reads_v1_BatchGetMessagesResponse__Output>
        DeliverResultsRequest: MessageTypeDefinition<_causeway_reads_v1_DeliverResultsRequest, _causeway_reads_v1_DeliverResultsRequest__Output>
        Empty: MessageTypeDefinition<_causeway_reads_v1_Empty, _causeway_reads_v1_Empty__Output>
        GetBackfillProgressRequest: MessageTypeDefinition<_causeway_reads_v1_GetBackfillProgressRequest, _causeway_reads_v1_GetBackfillProgressRequest__Output>
        GetLargeResultRequest: MessageTypeDefinition<_causeway_reads_v1_GetLargeResultRequest, _causeway_reads_v1_GetLargeResultRequest__Output>
        GetOperationRequest: MessageTypeDefinition<_causeway_reads_v1_GetOperationRequest, _causeway_reads_v1_GetOperationRequest__Output>
        LargeResult: MessageTypeDefinition<_causeway_reads_v1_LargeResult, _causeway_reads_v1_LargeResult__Output>
        ListCountsRequest: MessageTypeDefinition<_causeway_reads_v1_ListCountsRequest, _causeway_reads_v1_ListCountsRequest__Output>
        ListOperationLogsResponse: MessageTypeDefinition<_causeway_reads_v1_ListOperationLogsResponse, _causeway_reads_v1_ListOperationLogsResponse__Output>
        ListOperationsRequest: MessageTypeDefinition<_causeway_reads_v1_ListOperationsRequest, _causeway_reads_v1_ListOperationsRequest__Output>
        ListOperationsResponse: MessageTypeDefinition<_causeway_reads_v1_ListOperationsResponse, _causeway_reads_v1_ListOperationsResponse__Output>
        ListRecordCountsResponse: MessageTypeDefinition<_causeway_reads_v1_ListRecordCountsResponse, _causeway_reads_v1_ListRecordCountsResponse__Output>
        ListSchedulesRequest: MessageTypeDefinition<_causeway_reads_v1_ListSchedulesRequest, _causeway_reads_v1_ListSchedulesRequest__Output>
        ListSchedulesResponse: MessageTypeDefinition<_causeway_reads_v1_ListSchedulesResponse, _causeway_reads_v1_ListSchedulesResponse__Output>
        LogEntry: MessageTypeDefinition<_causeway_reads_v1_LogEntry, _causeway_reads_v1_LogEntry__Output>
        MessageBody: MessageTypeDefinition<_causeway_reads_v1_MessageBody, _causeway_reads_v1_MessageBody__Output>
        Operation: MessageTypeDefinition<_causeway_reads_v1_Operation, _causeway_reads_v1_Operation__Output>
        PauseReadsRequest: MessageTypeDefinition<_causeway_reads_v1_PauseReadsRequest, _causeway_reads_v1_PauseReadsRequest__Output>
        /**
         * What is read, when, how far. Times are Unix milliseconds, 0 when unset; *_json is JSON text.
         */
        Reads: SubtypeConstructor<typeof grpc.Client, _causeway_reads_v1_ReadsClient> & { service: _causeway_reads_v1_ReadsDefinition }
        RecordCounts: MessageTypeDefinition<_causeway_reads_v1_RecordCounts, _causeway_reads_v1_RecordCounts__Output>
        Replay: MessageTypeDefinition<_causeway_reads_v1_Replay, _causeway_reads_v1_Replay__Output>
        ReplayOperationRequest: MessageTypeDefinition<_causeway_reads_v1_ReplayOperationRequest, _causeway_reads_v1_ReplayOperationRequest__Output>
        ReplayOperationResponse: MessageTypeDefinition<_causeway_reads_v1_ReplayOperationResponse, _causeway_reads_v1_ReplayOperationResponse__Output>
        Schedule: MessageTypeDefinition<_causeway_reads_v1_Schedule, _causeway_reads_v1_Schedule__Output>
        TriggerReadRequest: MessageTypeDefinition<_causeway_reads_v1_TriggerReadRequest, _causeway_reads_v1_TriggerReadRequest__Output>
        TriggerReadResponse: MessageTypeDefinition<_causeway_reads_v1_TriggerReadResponse, _causeway_reads_v1_TriggerReadResponse__Output>
        WaitingFor: MessageTypeDefinition<_causeway_reads_v1_WaitingFor, _causeway_reads_v1_WaitingFor__Output>
      }
    }
  }
}

