import { type Json as JsonValue, stringifyJson } from '../../../lib/json/json.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { Destination__Output as DestinationMessage } from '../../../protos/gen/causeway/notifications/v1/Destination.ts';
import type { DestinationTest__Output as TestMessage } from '../../../protos/gen/causeway/notifications/v1/DestinationTest.ts';
import { maySeeSecrets, requireAdmin } from '../../rest/access.ts';
import type { Json } from '../../rest/json.ts';
import { listAnswer } from '../../rest/list_answer.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { freeObject } from '../free_json.ts';
import { times } from '../times.ts';
import { deleteDestination } from './delete_destination.ts';

type Operations =
  | 'listDestinations'
  | 'createDestination'
  | 'testDestination'
  | 'getDestination'
  | 'listDestinationUsers'
  | 'updateDestination'
  | 'deleteDestination';

export function destinationRoutes(services: Services): Routes<Operations> {
  const { notifications } = services;
  return {
    async listDestinations({ call, projectId, query }) {
      return listAnswer(query, {
        load: async (pageToken) => {
          const { destinations: items, nextPageToken } = await notifications.listDestinations(call, {
            projectId,
            pageToken,
          });
          return { items, nextPageToken };
        },
        toJson: destinationJson,
      });
    },
    async createDestination({ call, projectId, body }) {
      const { name, type, metadata, status = '' } = body;
      return destinationJson(
        await notifications.createDestination(call, {
          projectId,
          name,
          type,
          status,
          metadataJson: stringifyJson(metadata as JsonValue),
        }),
      );
    },
    async getDestination({ call, caller, projectId, path, query }) {
      const { includeSecrets = false, rotate = false } = query;
      if (includeSecrets || rotate) requireAdmin(caller);
      return destinationJson(
        await notifications.getDestination(call, {
          projectId,
          destinationIdOrName: path.destination,
          includeSecrets,
          rotate,
        }),
      );
    },
    async testDestination({ call, projectId, path }) {
      const asked = { projectId, destinationIdOrName: path.destination };
      return testJson(await notifications.testDestination(call, asked));
    },
    async listDestinationUsers({ call, projectId, path: { destination: destinationIdOrName } }) {
      const { id, name } = await notifications.getDestination(call, { projectId, destinationIdOrName });
      const asked = { projectId, destinationId: id, names: [name] };
      const { integrationNames, installations, hasMore } = await services.installation.findDestinationUsers(
        call,
        asked,
      );
      return { integrations: integrationNames, installations, hasMore };
    },
    async updateDestination({ call, caller, projectId, path, body }) {
      const { updateMask, destination } = body;
      return destinationJson(
        await notifications.updateDestination(call, {
          projectId,
          destinationIdOrName: path.destination,
          updateMask,
          name: destination.name ?? '',
          type: destination.type ?? '',
          status: destination.status ?? '',
          mayMoveHeaders: maySeeSecrets(caller),
          metadataJson: stringifyJson((destination.metadata ?? {}) as JsonValue),
        }),
      );
    },
    async deleteDestination({ call, projectId, path }) {
      await deleteDestination(services, call, { projectId, destinationIdOrName: path.destination });
    },
  };
}

/** The health of a destination. A service of version 0.1.0 sends none. */
function healthJson(message: DestinationMessage): Json<'DestinationHealth'> {
  const { health, healthSince, failures, lastStatus, lastError, disabledReason, nextProbeTime } = message;
  return {
    state: health as 'ok',
    ...(healthSince && { since: toIso(healthSince) }),
    ...(health === 'failing' && { failures, ...(lastStatus && { lastStatus }), ...(lastError && { lastError }) }),
    ...(disabledReason && { reason: disabledReason as 'gone' }),
    ...(nextProbeTime && { nextProbeTime: toIso(nextProbeTime) }),
  };
}

function testJson({ messageId, isAccepted, startTime, latencyMs, ...answer }: TestMessage): Json<'DestinationTest'> {
  return {
    messageId,
    isAccepted,
    startTime: toIso(startTime),
    latencyMs,
    ...(answer.status && { status: answer.status }),
    ...(answer.error && { error: answer.error }),
    ...(answer.answer && { answer: answer.answer }),
  };
}

function destinationJson(message: DestinationMessage): Json<'Destination'> {
  const { id, name, type, metadataJson, status, health, webhookSigningKey } = message;
  const { failures, failingSince, suspendedUntil, createTime, updateTime } = message;
  return {
    id,
    name,
    type,
    metadata: freeObject(metadataJson),
    status: status as 'active',
    ...(health && { health: healthJson(message) }),
    failures,
    ...(failingSince && { failingSince: toIso(failingSince) }),
    ...(suspendedUntil && { suspendedUntil: toIso(suspendedUntil) }),
    ...times({ createTime, updateTime }),
    ...(webhookSigningKey && { secrets: { webhookSigningKey } }),
  };
}
