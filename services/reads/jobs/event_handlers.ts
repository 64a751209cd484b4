import type { EventHandlers } from '../../../lib/events/consumer.ts';
import type { UseCases } from '../use_cases.ts';

/** Maps each event that the service `reads` consumes to its use case. */
export function eventHandlers(useCases: UseCases): EventHandlers {
  return {
    'connection.updated': async ({ id, payload }) => {
      useCases.wakeCredentialCaches();
      await useCases.followConnection(id, payload);
    },
    'installation.created': ({ id, time, payload }) => useCases.followInstallation(id, payload, time),
    'installation.updated': ({ id, time, payload }) => useCases.followInstallation(id, payload, time),
    'installation.revised': ({ id, projectId, time, payload }) =>
      useCases.followInstallation(id, { projectId, ...payload }, time),
    'installation.deleted': ({ id, payload }) => useCases.forgetInstallation(id, payload),
    'integration.objects.dropped': ({ id, projectId, time, payload }) =>
      useCases.pauseDroppedObjects(id, { projectId, producer: 'installation', deployTime: time, ...payload }),
    'read.objects.dropped': ({ id, projectId, time, payload }) =>
      useCases.pauseDroppedObjects(id, { projectId, producer: 'reads', deployTime: time, ...payload }),
    'destination.saved': ({ id, projectId, time, payload }) =>
      useCases.followDestination(id, { projectId, ...payload }, time),
    'destination.deleted': ({ id, projectId, time, payload }) =>
      useCases.followDestination(id, { projectId, ...payload, status: 'deleted' }, time),
    'read.messages.held': ({ id, projectId, payload }) => useCases.noteHeld(id, { projectId, ...payload }),
    'read.messages.settled': ({ id, projectId, payload }) => useCases.settleMessages(id, { projectId, ...payload }),
    'read.messages.delayed': ({ id, projectId, payload }) => useCases.noteDelayed(id, { projectId, ...payload }),
  };
}
