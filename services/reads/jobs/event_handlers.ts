import type { Handlers } from '../../../lib/events/consumer.ts';
import type { FollowConnection } from '../installations/usecases/follow_connection.ts';
import type { FollowDestination } from '../destinations/usecases/follow_destination.ts';
import type { FollowInstallation } from '../installations/usecases/follow_installation.ts';
import type { ForgetInstallation } from '../installations/usecases/forget_installation.ts';
import type { NoteHeld } from '../deliveries/usecases/note_held.ts';
import type { NoteDelayed } from '../deliveries/usecases/note_delayed.ts';
import type { PauseDroppedObjects } from '../installations/usecases/pause_dropped_objects.ts';
import type { SettleMessages } from '../deliveries/usecases/settle_messages.ts';

type UseCases = {
  followDestination: FollowDestination;
  tellCredentials: () => void;
  followConnection: FollowConnection;
  followInstallation: FollowInstallation;
  forgetInstallation: ForgetInstallation;
  settleMessages: SettleMessages;
  noteHeld: NoteHeld;
  noteDelayed: NoteDelayed;
  pauseDroppedObjects: PauseDroppedObjects;
};

/** The event handlers of reads. */
export function eventHandlers({
  tellCredentials,
  followDestination,
  followConnection,
  followInstallation,
  forgetInstallation,
  settleMessages,
  noteHeld,
  noteDelayed,
  pauseDroppedObjects,
}: UseCases): Handlers {
  return {
    'connection.updated': async ({ id, payload }) => {
      tellCredentials();
      await followConnection(id, payload);
    },
    'installation.created': ({ id, time, payload }) => followInstallation(id, payload, time),
    'installation.updated': ({ id, time, payload }) => followInstallation(id, payload, time),
    'installation.revised': ({ id, projectId, time, payload }) =>
      followInstallation(id, { projectId, ...payload }, time),
    'installation.deleted': ({ id, payload }) => forgetInstallation(id, payload),
    'integration.objects.dropped': ({ id, projectId, time, payload }) =>
      pauseDroppedObjects(id, { projectId, producer: 'installation', deployTime: time, ...payload }),
    'read.objects.dropped': ({ id, projectId, time, payload }) =>
      pauseDroppedObjects(id, { projectId, producer: 'reads', deployTime: time, ...payload }),
    'destination.saved': ({ id, projectId, time, payload }) => followDestination(id, { projectId, ...payload }, time),
    'destination.deleted': ({ id, projectId, time, payload }) =>
      followDestination(id, { projectId, ...payload, status: 'deleted' }, time),
    'read.messages.held': ({ id, projectId, payload }) => noteHeld(id, { projectId, ...payload }),
    'read.messages.settled': ({ id, projectId, payload }) => settleMessages(id, { projectId, ...payload }),
    'read.messages.delayed': ({ id, projectId, payload }) => noteDelayed(id, { projectId, ...payload }),
  };
}
