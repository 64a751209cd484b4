import type { Call } from '../../../lib/rpc/call.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { Delivery__Output as DeliveryMessage } from '../../../protos/gen/causeway/notifications/v1/Delivery.ts';
import type { DeliveryAttempt__Output as AttemptMessage } from '../../../protos/gen/causeway/notifications/v1/DeliveryAttempt.ts';
import type { Json } from '../../rest/json.ts';
import type { RouteRequest, Routes, Services } from '../../rest/operation.ts';
import { installationsOf } from '../group_installations.ts';
import { pagination, timesOf } from '../lists.ts';
import { times } from '../times.ts';

const DEFAULT_PAGE_SIZE = 100;

type Operations =
  | 'listDeliveries'
  | 'listDeliveriesForProject'
  | 'getDelivery'
  | 'resendDelivery'
  | 'listDeliveryCounts'
  | 'listDeliveryBacklogs';
type Query = Omit<RouteRequest<'listDeliveriesForProject'>['query'], 'destination' | 'groupRef'> & {
  installationIds?: string[];
};

export function deliveryRoutes({ installation, notifications }: Services): Routes<Operations> {
  async function list(call: Call, projectId: string, destinationIdOrName: string, query: Query) {
    const { since, until, pageSize = DEFAULT_PAGE_SIZE, ...filter } = query;
    const asked = { ...filter, ...timesOf({ since, until }), projectId, destinationIdOrName, pageSize };
    const { deliveries, nextPageToken } = await notifications.listDeliveries(call, asked);
    return { results: deliveries.map(deliveryJson), pagination: pagination(nextPageToken) };
  }
  return {
    listDeliveries: ({ call, projectId, path, query }) => list(call, projectId, path.destination, query),
    async listDeliveriesForProject({ call, projectId, query: { destination = '', groupRef, ...query } }) {
      const ofGroup = await installationsOf(installation, call, { ...query, groupRef, projectId });
      if (!ofGroup) return { results: [], pagination: pagination('') };
      return list(call, projectId, destination, { ...query, ...ofGroup });
    },
    async getDelivery({ call, projectId, path }) {
      const delivery = await notifications.getDelivery(call, { projectId, deliveryId: path.deliveryId });
      return { ...deliveryJson(delivery), attempts: delivery.attempts.map(attemptJson) };
    },
    async resendDelivery({ call, projectId, path: { deliveryId } }) {
      return deliveryJson(await notifications.resendDelivery(call, { projectId, deliveryId }));
    },
    async listDeliveryCounts({ call, projectId, query: { step = '', ...span } }) {
      const { counts } = await notifications.listDeliveryCounts(call, { projectId, step, ...timesOf(span) });
      return counts.map(({ startTime, ...counted }) => ({ startTime: toIso(startTime), ...counted }));
    },
    async listDeliveryBacklogs({ call, projectId }) {
      const { backlogs } = await notifications.listBacklogs(call, { projectId });
      return backlogs.map(({ oldestTime, ...backlog }) => ({
        ...backlog,
        ...(oldestTime && { oldestTime: toIso(oldestTime) }),
      }));
    },
  };
}

function deliveryJson(delivery: DeliveryMessage): Json<'Delivery'> {
  const { id, projectId, destinationId, state, attemptCount, nextAttemptTime, createTime, updateTime } = delivery;
  const { installationId, objectName, operationId, eventType, error } = delivery;
  return {
    id,
    projectId,
    destinationId,
    state,
    ...(installationId && { installationId }),
    ...(objectName && { objectName }),
    ...(operationId && { operationId }),
    ...(eventType && { eventType }),
    attemptCount,
    ...(error && { error }),
    ...(nextAttemptTime && { nextAttemptTime: toIso(nextAttemptTime) }),
    ...times({ createTime }),
    updateTime: toIso(updateTime),
  };
}

function attemptJson({ number, startTime, latencyMs, status, error, answer }: AttemptMessage): Json<'DeliveryAttempt'> {
  return {
    number,
    startTime: toIso(startTime),
    latencyMs,
    ...(status && { status }),
    ...(error && { error }),
    ...(answer && { answer }),
  };
}
