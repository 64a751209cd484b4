import type { Handlers } from '../../../lib/events/consumer.ts';
import type { FollowConnection } from '../usecases/follow_connection.ts';
import type { FollowInstallation } from '../usecases/follow_installation.ts';
import type { ForgetInstallation } from '../usecases/forget_installation.ts';
import type { NoteDelayed } from '../usecases/note_delayed.ts';
import type { PauseDroppedObjects } from '../usecases/pause_dropped_objects.ts';
import type { SettleMessages } from '../usecases/settle_messages.ts';

type UseCases = {
  tellCredentials: () => void;
  followConnection: FollowConnection;
  followInstallation: FollowInstallation;
  forgetInstallation: ForgetInstallation;
  settleMessages: SettleMessages;
  noteDelayed: NoteDelayed;
  pauseDroppedObjects: PauseDroppedObjects;
};

/** The event handlers of reads. */
export function eventHandlers({
  tellCredentials,
  followConnection,
  followInstallation,
  forgetInstallation,
  settleMessages,
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
      pauseDroppedObjects(id, { projectId, deployTime: time, ...payload }),
    'read.objects.dropped': ({ id, projectId, time, payload }) =>
      pauseDroppedObjects(id, { projectId, deployTime: time, ...payload }),
    'read.messages.settled': ({ id, projectId, payload }) => settleMessages(id, { projectId, ...payload }),
    'read.messages.delayed': ({ id, projectId, payload }) => noteDelayed(id, { projectId, ...payload }),
  };
}
