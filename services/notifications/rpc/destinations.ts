import { type Json, type JsonObject, parseJson, stringifyJson } from '../../../lib/json/json.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { pageOfMessages } from '../../../lib/rpc/paged.ts';
import type { ServiceHandlers } from '../../../lib/rpc/services.ts';
import type { Destination as DestinationMessage } from '../../../protos/gen/causeway/notifications/v1/Destination.ts';
import type { Destination } from '../destinations/destination.ts';
import { type DestinationHealth, shownError } from '../destinations/destination_health.ts';
import type { DestinationTest } from '../destinations/destinations.ts';
import type { UseCases } from '../use_cases.ts';

type DestinationRpcs =
  | 'CreateDestination'
  | 'ListDestinations'
  | 'GetDestination'
  | 'UpdateDestination'
  | 'TestDestination'
  | 'ResolveDestinations'
  | 'StartDestinationDeletion'
  | 'CancelDestinationDeletion'
  | 'DeleteDestination';

/** Translates RPCs about destinations into calls of the use cases. */
export function destinationHandlers(useCases: UseCases): Pick<ServiceHandlers<'notifications'>, DestinationRpcs> {
  const { showMetadata } = useCases;
  /** Secrets in the metadata are shown together with the signing key. */
  const message = (destination: Destination, signingKey = '') => ({
    ...destinationMessage(destination, showMetadata(destination, { values: signingKey !== '' }), signingKey),
    ...healthMessage(useCases.healthOf(destination)),
  });

  return {
    async CreateDestination(call, { projectId, name, type, status, metadataJson }) {
      const metadata = parseMetadata(metadataJson) ?? null;
      return message(await useCases.createDestination({ projectId, name, type, status, metadata }, call));
    },
    async ListDestinations(_call, { projectId, pageToken }) {
      const { messages, nextPageToken } = await pageOfMessages(pageToken, async (keyset) =>
        (await useCases.listDestinations(projectId, keyset)).map((destination) => message(destination)),
      );
      return { destinations: messages, nextPageToken };
    },
    async GetDestination(call, { destinationIdOrName, ...request }) {
      const { destination, signingKey } = await useCases.getDestination(
        { ...request, idOrName: destinationIdOrName },
        call,
      );
      return message(destination, signingKey);
    },
    async UpdateDestination(call, { destinationIdOrName, metadataJson, ...request }) {
      const metadata = parseMetadata(metadataJson);
      return message(await useCases.updateDestination({ ...request, idOrName: destinationIdOrName, metadata }, call));
    },
    async TestDestination(call, { projectId, destinationIdOrName: idOrName }) {
      return testMessage(await useCases.testDestination({ projectId, idOrName }, call));
    },
    ResolveDestinations: async (_call, request) => ({ destinations: await useCases.resolveDestinations(request) }),
    StartDestinationDeletion: (_call, { projectId, destinationIdOrName }) =>
      useCases.startDestinationDeletion({ projectId, idOrName: destinationIdOrName }),
    async CancelDestinationDeletion(_call, request) {
      await useCases.cancelDestinationDeletion(request);
      return {};
    },
    async DeleteDestination(call, { projectId, destinationIdOrName, generation }) {
      await useCases.deleteDestination({ projectId, idOrName: destinationIdOrName, generation }, call);
      return {};
    },
  };
}

function parseMetadata(text: string): Json | undefined {
  if (text === '') return undefined;
  try {
    return parseJson(text);
  } catch {
    throw new Problem('invalidArgument', 'The metadata is not JSON.');
  }
}

function testMessage({ messageId, isAccepted, startTime, endTime, status, error, answer = '' }: DestinationTest) {
  const latencyMs = endTime - startTime;
  return { messageId, isAccepted, startTime, latencyMs, status, error: shownError(error), answer };
}

function healthMessage(health: DestinationHealth) {
  const { state } = health;
  if (state === 'ok') return { health: state };
  const since = health.since ?? 0;
  if (state === 'disabled') {
    const { reason, nextProbeTime } = health;
    return { health: state, healthSince: since, disabledReason: reason ?? '', nextProbeTime: nextProbeTime ?? 0 };
  }
  return { health: state, healthSince: since, lastStatus: health.lastStatus, lastError: shownError(health.lastError) };
}

function destinationMessage(
  destination: Destination,
  metadata: JsonObject,
  webhookSigningKey: string,
): DestinationMessage {
  const { id, projectId, name, type, status, createTime, updateTime } = destination;
  return {
    id,
    projectId,
    name,
    type,
    metadataJson: stringifyJson(metadata),
    webhookSigningKey,
    status,
    createTime,
    updateTime: updateTime ?? 0,
    failures: destination.failures,
    failingSince: destination.failingSince ?? 0,
    suspendedUntil: destination.openUntil ?? 0,
  };
}
