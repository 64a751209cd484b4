import { pageOfMessages } from '../../../lib/rpc/paged.ts';
import type { ServiceHandlers } from '../../../lib/rpc/services.ts';
import type { Recovery as RecoveryMessage } from '../../../protos/gen/causeway/notifications/v1/Recovery.ts';
import type { Recovery } from '../recoveries/recovery.ts';
import type { UseCases } from '../use_cases.ts';

type RecoveryRpcs = 'StartRecovery' | 'ListRecoveries' | 'GetRecovery' | 'CancelRecovery';

/** Translates RPCs about recoveries into calls of the use cases. */
export function recoveryHandlers(useCases: UseCases): Pick<ServiceHandlers<'notifications'>, RecoveryRpcs> {
  return {
    async StartRecovery(call, { projectId, destinationIdOrName: idOrName, since, until }) {
      return recoveryMessage(await useCases.startRecovery({ projectId, idOrName, since, until }, call));
    },
    async ListRecoveries(_call, { projectId, destinationIdOrName: idOrName, pageToken }) {
      const { messages, nextPageToken } = await pageOfMessages(pageToken, async (keyset) =>
        (await useCases.listRecoveries({ projectId, idOrName }, keyset)).map(recoveryMessage),
      );
      return { recoveries: messages, nextPageToken };
    },
    async GetRecovery(_call, { projectId, destinationIdOrName: idOrName, recoveryId: id }) {
      return recoveryMessage(await useCases.getRecovery({ projectId, idOrName, id }));
    },
    async CancelRecovery(call, { projectId, destinationIdOrName: idOrName, recoveryId: id }) {
      return recoveryMessage(await useCases.cancelRecovery({ projectId, idOrName, id }, call));
    },
  };
}

function recoveryMessage({ endTime, ...recovery }: Recovery): RecoveryMessage & { id: string } {
  return { ...recovery, endTime: endTime ?? 0 };
}
