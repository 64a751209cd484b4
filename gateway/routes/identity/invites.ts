import type { Invite__Output as InviteMessage } from '../../../protos/gen/causeway/identity/v1/Invite.ts';
import type { Json } from '../../rest/json.ts';
import { listAnswer } from '../../rest/list_answer.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { times } from '../times.ts';
import { actorOf } from './actor.ts';
import { builderInfoJson } from './orgs.ts';

type Operations = 'createOrgInvite' | 'listOrgInvites' | 'getOrgInvite' | 'deleteOrgInvite' | 'acceptInvite';

export function inviteRoutes({ identity }: Services): Routes<Operations> {
  return {
    async createOrgInvite({ call, caller, path, body: { email, role = '' } }) {
      const request = { actor: actorOf(caller), orgId: path.orgId, email, role };
      return inviteJson(await identity.createInvite(call, request));
    },
    async listOrgInvites({ call, caller, path, query }) {
      return listAnswer(query, {
        load: async (pageToken) => {
          const request = { actor: actorOf(caller), orgId: path.orgId, pageToken };
          const { invites: items, nextPageToken } = await identity.listInvites(call, request);
          return { items, nextPageToken };
        },
        toJson: inviteJson,
      });
    },
    async getOrgInvite({ call, caller, path }) {
      return inviteJson(await identity.getInvite(call, { actor: actorOf(caller), ...path }));
    },
    async deleteOrgInvite({ call, caller, path }) {
      await identity.deleteInvite(call, { actor: actorOf(caller), ...path });
    },
    async acceptInvite({ call, caller, body: { invitedEmail, inviteId = '' } }) {
      return builderInfoJson(await identity.acceptInvite(call, { actor: actorOf(caller), invitedEmail, inviteId }));
    },
  };
}

function inviteJson({ id, orgId, invitedEmail, status, ...when }: InviteMessage): Json<'Invite'> {
  return {
    id,
    invitedEmail,
    parentType: 'org',
    parentId: orgId,
    status: status as Json<'Invite'>['status'],
    ...times(when),
  };
}
