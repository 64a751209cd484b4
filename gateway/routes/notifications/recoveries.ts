import { toIso } from '../../../lib/time/iso.ts';
import type { Recovery__Output as RecoveryMessage } from '../../../protos/gen/causeway/notifications/v1/Recovery.ts';
import type { Json } from '../../rest/json.ts';
import { listAnswer } from '../../rest/list_answer.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { timesOf } from '../lists.ts';
import { times } from '../times.ts';

type Operations = 'recoverDestination' | 'listRecoveries' | 'getRecovery' | 'cancelRecovery';

export function recoveryRoutes({ notifications }: Services): Routes<Operations> {
  return {
    async recoverDestination({ call, projectId, path: { destination: destinationIdOrName }, body }) {
      const asked = { projectId, destinationIdOrName, ...timesOf(body) };
      return recoveryJson(await notifications.startRecovery(call, asked));
    },
    async listRecoveries({ call, projectId, path: { destination: destinationIdOrName }, query }) {
      return listAnswer(query, {
        load: async (pageToken) => {
          const asked = { projectId, destinationIdOrName, pageToken };
          const { recoveries: items, nextPageToken } = await notifications.listRecoveries(call, asked);
          return { items, nextPageToken };
        },
        toJson: recoveryJson,
      });
    },
    async getRecovery({ call, projectId, path: { destination: destinationIdOrName, recoveryId } }) {
      return recoveryJson(await notifications.getRecovery(call, { projectId, destinationIdOrName, recoveryId }));
    },
    async cancelRecovery({ call, projectId, path: { destination: destinationIdOrName, recoveryId } }) {
      return recoveryJson(await notifications.cancelRecovery(call, { projectId, destinationIdOrName, recoveryId }));
    },
  };
}

function recoveryJson(message: RecoveryMessage): Json<'Recovery'> {
  const { id, destinationId, state, since, until, createTime, endTime } = message;
  const { found, released, delivered, withoutBody } = message;
  return {
    id,
    destinationId,
    state: state as 'running',
    since: toIso(since),
    until: toIso(until),
    counts: { found, released, delivered, withoutBody },
    ...times({ createTime }),
    ...(endTime && { endTime: toIso(endTime) }),
  };
}
