import { cadenceText } from '../../../lib/cron/cadence.ts';
import type { ServiceHandlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../use_cases.ts';

type ReadRpcs = 'TriggerRead' | 'PauseReads' | 'UnpauseReads' | 'ListSchedules' | 'DeliverResults';

/** Translates RPCs about the reads of an object into calls of the use cases. */
export function readHandlers(useCases: UseCases): Pick<ServiceHandlers<'reads'>, ReadRpcs> {
  return {
    TriggerRead: async (_call, request) => ({ operationId: await useCases.triggerRead(request) }),
    async PauseReads(call, request) {
      await useCases.setPaused(request, true, call);
      return {};
    },
    async UnpauseReads(call, request) {
      await useCases.setPaused(request, false, call);
      return {};
    },
    async ListSchedules(_call, request) {
      const shown = await useCases.listSchedules(request);
      return {
        schedules: shown.map(({ schedule, state, nextStarts }) => {
          const { objectName, mappedObjectName, cadence, pauseCauses, pauseNote, failures } = schedule;
          const names = { objectName, mappedObjectName, cron: cadenceText(cadence) };
          return { ...names, state, pauseCauses: [...pauseCauses], pauseNote, failures, nextStarts };
        }),
      };
    },
    async DeliverResults(_call, request) {
      await useCases.deliverResults(request);
      return {};
    },
  };
}

/** Translates RPCs about messages and large results into calls of the use cases. */
export function messageHandlers(
  useCases: UseCases,
): Pick<ServiceHandlers<'reads'>, 'BatchGetMessages' | 'GetLargeResult'> {
  return {
    BatchGetMessages: async (_call, { messageIds }) => ({ messages: await useCases.getMessages(messageIds) }),
    GetLargeResult: async (_call, { messageId, signature }) => ({
      resultJson: await useCases.getLargeResult(messageId, signature),
    }),
  };
}
