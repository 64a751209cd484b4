import { type Json as JsonValue, stringifyJson } from '../../../lib/json/json.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { Destination__Output as DestinationMessage } from '../../../protos/gen/causeway/notifications/v1/Destination.ts';
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
      const { name, type, metadata } = body;
      return destinationJson(
        await notifications.createDestination(call, {
          projectId,
          name,
          type,
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

function destinationJson({
  id,
  name,
  type,
  metadataJson,
  status,
  webhookSigningKey,
  failures,
  failingSince,
  suspendedUntil,
  ...when
}: DestinationMessage): Json<'Destination'> {
  return {
    id,
    name,
    type,
    metadata: freeObject(metadataJson),
    status: status as 'active',
    failures,
    ...(failingSince && { failingSince: toIso(failingSince) }),
    ...(suspendedUntil && { suspendedUntil: toIso(suspendedUntil) }),
    ...times(when),
    ...(webhookSigningKey && { secrets: { webhookSigningKey } }),
  };
}
