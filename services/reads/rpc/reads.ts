import type { Handlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../use_cases.ts';

type Reads = 'TriggerRead' | 'PauseReads' | 'UnpauseReads' | 'DeliverResults';

/** RPCs about the reads of an object. Translates messages; decides nothing. */
export function readHandlers(useCases: UseCases): Pick<Handlers<'reads'>, Reads> {
  return {
    TriggerRead: async (_call, request) => ({ operationId: await useCases.triggerRead(request) }),
    async PauseReads(_call, request) {
      await useCases.setPaused(request, true);
      return {};
    },
    async UnpauseReads(_call, request) {
      await useCases.setPaused(request, false);
      return {};
    },
    async DeliverResults(_call, request) {
      await useCases.deliverResults(request);
      return {};
    },
  };
}
