import type { ClaimedDomain__Output as ClaimedDomainMessage } from '../../protos/gen/causeway/identity/v1/ClaimedDomain.ts';
import type { Json } from '../http/json.ts';
import { inOnePiece, listAnswer } from '../http/list_answer.ts';
import type { Routes, Services } from '../http/operation.ts';
import { actorOf } from './actor.ts';

type Operations = 'addUserToOrg' | 'listOrgClaimedDomains' | 'checkClaimedDomain' | 'claimDomain';

/** Joining an org without an invite, and the claimed domains that allow it. */
export function membershipRoutes({ identity }: Services): Routes<Operations> {
  return {
    async addUserToOrg({ call, caller, path, body: { builderId, role = '' } }) {
      await identity.addMember(call, { actor: actorOf(caller), orgId: path.orgId, builderId, role });
    },
    async listOrgClaimedDomains({ call, caller, path, query }) {
      const request = { actor: actorOf(caller), orgId: path.orgId };
      const list = async () => (await identity.listClaimedDomains(call, request)).claimedDomains;
      return listAnswer(query, { load: inOnePiece(list), toJson: claimedDomainJson });
    },
    async checkClaimedDomain({ call, caller, query: { domain } }) {
      return claimedDomainJson(await identity.checkClaimedDomain(call, { actor: actorOf(caller), domain }));
    },
    async claimDomain({ call, caller, body: { domain, parentId } }) {
      await identity.claimDomain(call, { actor: actorOf(caller), orgId: parentId, domain });
    },
  };
}

function claimedDomainJson({ id, orgId, domain }: ClaimedDomainMessage): Json<'ClaimedDomain'> {
  return { id, parentType: 'org', parentId: orgId, domain };
}
