import { paged } from '../../../lib/rpc/paged.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { UseCases } from '../use_cases.ts';
import { actorOf, builderInfoMessage, inviteMessage } from './messages.ts';

type Rpcs = 'CreateInvite' | 'ListInvites' | 'GetInvite' | 'DeleteInvite' | 'AcceptInvite';

/** Invites. Translates; decides nothing. */
export function inviteHandlers(useCases: UseCases, clock: Clock): Pick<Handlers<'identity'>, Rpcs> {
  return {
    async CreateInvite(_call, { actor, orgId, email, role }) {
      return inviteMessage(await useCases.createInvite(actorOf(actor), { orgId, email, role }), clock.now());
    },
    async ListInvites(_call, { actor, orgId, pageToken }) {
      const now = clock.now();
      const { messages, nextPageToken } = await paged(pageToken, async (keyset) =>
        (await useCases.listInvites(actorOf(actor), orgId, keyset)).map((invite) => inviteMessage(invite, now)),
      );
      return { invites: messages, nextPageToken };
    },
    async GetInvite(_call, { actor, orgId, inviteId }) {
      return inviteMessage(await useCases.getInvite(actorOf(actor), { orgId, inviteId }), clock.now());
    },
    async DeleteInvite(_call, { actor, orgId, inviteId }) {
      await useCases.deleteInvite(actorOf(actor), { orgId, inviteId });
      return {};
    },
    async AcceptInvite(_call, { actor, invitedEmail, inviteId }) {
      return builderInfoMessage(await useCases.acceptInvite(actorOf(actor), { invitedEmail, inviteId }));
    },
  };
}
