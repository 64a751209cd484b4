import type { Handlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../use_cases.ts';

/** RPCs about messages and large results. Translates messages; decides nothing. */
export function messageHandlers(useCases: UseCases): Pick<Handlers<'reads'>, 'BatchGetMessages' | 'GetLargeResult'> {
  return {
    BatchGetMessages: async (_call, { messageIds }) => ({ messages: await useCases.getMessages(messageIds) }),
    GetLargeResult: async (_call, { messageId, signature }) => ({
      resultJson: await useCases.getLargeResult(messageId, signature),
    }),
  };
}
