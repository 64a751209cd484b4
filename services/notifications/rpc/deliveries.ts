import type { ServiceHandlers } from '../../../lib/rpc/services.ts';
import type { Delivery as DeliveryMessage } from '../../../protos/gen/causeway/notifications/v1/Delivery.ts';
import type { DeliveryAttempt as AttemptMessage } from '../../../protos/gen/causeway/notifications/v1/DeliveryAttempt.ts';
import { type AttemptView, type DeliveryView, shownStateOf } from '../deliveries/delivery_view.ts';
import { shownError } from '../destinations/destination_health.ts';
import type { UseCases } from '../use_cases.ts';

/** Translates RPCs about deliveries into calls of the use cases. */
export function deliveryHandlers(
  useCases: UseCases,
): Pick<
  ServiceHandlers<'notifications'>,
  'ListDeliveries' | 'GetDelivery' | 'ResendDelivery' | 'ListDeliveryCounts' | 'ListBacklogs'
> {
  return {
    async ListDeliveries(_call, request) {
      const { deliveries, nextPageToken } = await useCases.listDeliveries(request);
      return { deliveries: deliveries.map((delivery) => deliveryMessage(delivery)), nextPageToken };
    },
    async GetDelivery(_call, { projectId, deliveryId }) {
      const { delivery, attempts } = await useCases.getDelivery(projectId, deliveryId);
      return deliveryMessage(delivery, attempts);
    },
    async ResendDelivery(call, { projectId, deliveryId }) {
      return deliveryMessage(await useCases.resendDelivery(projectId, deliveryId, call));
    },
    async ListDeliveryCounts(_call, request) {
      const slots = await useCases.listDeliveryCounts(request);
      return { counts: slots.map(({ startTime, counts }) => ({ startTime, ...counts })) };
    },
    async ListBacklogs(_call, { projectId }) {
      const backlogs = await useCases.listBacklogs(projectId);
      return { backlogs: backlogs.map((backlog) => ({ ...backlog, oldestTime: backlog.oldestTime ?? 0 })) };
    },
  };
}

function deliveryMessage(delivery: DeliveryView, attempts: AttemptView[] = []): DeliveryMessage {
  const { id, projectId, destinationId, state, attemptCount, lastError, nextTime, createTime, updateTime } = delivery;
  const { installationId = '', objectName = '', operationId = '', eventType = '' } = delivery;
  const shown = shownStateOf[state];
  return {
    id,
    projectId,
    destinationId,
    state: shown,
    installationId,
    objectName,
    operationId,
    eventType,
    attemptCount,
    error: shownError(lastError),
    nextAttemptTime: shown === 'pending' ? (nextTime ?? 0) : 0,
    createTime,
    updateTime,
    attempts: attempts.map(attemptMessage),
  };
}

function attemptMessage({ attempt, startTime, endTime, status, error, answer }: AttemptView): AttemptMessage {
  return {
    number: attempt,
    startTime,
    latencyMs: endTime - startTime,
    status,
    error: shownError(error),
    answer: answer ?? '',
  };
}
