import { paged } from '../../../lib/rpc/paged.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { Invite } from '../invites/domain/invite.ts';
import type { UseCases } from '../use_cases.ts';
import { actorOf, builderInfoMessage, inviteMessage } from './messages.ts';

type Rpcs = 'CreateInvite' | 'ListInvites' | 'GetInvite' | 'DeleteInvite' | 'AcceptInvite';

/** Invites. Translates; decides nothing. */
export function inviteHandlers(useCases: UseCases): Pick<Handlers<'identity'>, Rpcs> {
  const message = (invite: Invite) => inviteMessage(invite, useCases.inviteStatus(invite));
  return {
    async CreateInvite(call, { actor, orgId, email, role }) {
      return message(await useCases.createInvite(actorOf(call, actor), { orgId, email, role }));
    },
    async ListInvites(call, { actor, orgId, pageToken }) {
      const { messages, nextPageToken } = await paged(pageToken, async (keyset) =>
        (await useCases.listInvites(actorOf(call, actor), orgId, keyset)).map(message),
      );
      return { invites: messages, nextPageToken };
    },
    async GetInvite(call, { actor, orgId, inviteId }) {
      return message(await useCases.getInvite(actorOf(call, actor), { orgId, inviteId }));
    },
    async DeleteInvite(call, { actor, orgId, inviteId }) {
      await useCases.deleteInvite(actorOf(call, actor), { orgId, inviteId });
      return {};
    },
    async AcceptInvite(call, { actor, invitedEmail, inviteId }) {
      return builderInfoMessage(await useCases.acceptInvite(actorOf(call, actor), { invitedEmail, inviteId }));
    },
  };
}
