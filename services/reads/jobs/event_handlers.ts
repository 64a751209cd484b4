import type { Handlers } from '../../../lib/events/consumer.ts';
import type { FollowInstallation } from '../usecases/follow_installation.ts';
import type { ForgetInstallation } from '../usecases/forget_installation.ts';
import type { SettleMessages } from '../usecases/settle_messages.ts';

type UseCases = {
  followInstallation: FollowInstallation;
  forgetInstallation: ForgetInstallation;
  settleMessages: SettleMessages;
};

/** What reads does when others tell it something. */
export function eventHandlers({ followInstallation, forgetInstallation, settleMessages }: UseCases): Handlers {
  return {
    'installation.created': ({ id, payload }) => followInstallation(id, payload),
    'installation.updated': ({ id, payload }) => followInstallation(id, payload),
    'installation.deleted': ({ id, payload }) => forgetInstallation(id, payload),
    'read.messages.settled': ({ id, projectId, payload }) => settleMessages(id, projectId, payload.messageIds),
  };
}
