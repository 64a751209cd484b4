import { toIso } from '../../../lib/time/iso.ts';
import type { ClaimedDomain__Output as ClaimedDomainMessage } from '../../../protos/gen/causeway/identity/v1/ClaimedDomain.ts';
import type { Json } from '../../rest/json.ts';
import { listAnswer, loadedAtOnce } from '../../rest/list_answer.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { actorOf } from './actor.ts';
import { builderJson } from './orgs.ts';

type Operations =
  | 'addUserToOrg'
  | 'updateOrgBuilder'
  | 'removeOrgBuilder'
  | 'listOrgClaimedDomains'
  | 'checkClaimedDomain'
  | 'claimDomain'
  | 'verifyClaimedDomain';

/** The routes for joining an org without an invite, and for the claimed domains that allow it. */
export function membershipRoutes({ identity }: Services): Routes<Operations> {
  return {
    async addUserToOrg({ call, caller, path, body: { builderId, role = '' } }) {
      await identity.addMember(call, { actor: actorOf(caller), orgId: path.orgId, builderId, role });
    },
    async updateOrgBuilder({ call, caller, path, body: { role } }) {
      const request = { actor: actorOf(caller), orgId: path.orgId, builderId: path.builderId, role };
      return builderJson(await identity.updateMember(call, request));
    },
    async removeOrgBuilder({ call, caller, path }) {
      await identity.removeMember(call, { actor: actorOf(caller), orgId: path.orgId, builderId: path.builderId });
    },
    async listOrgClaimedDomains({ call, caller, path, query }) {
      const request = { actor: actorOf(caller), orgId: path.orgId };
      const list = async () => (await identity.listClaimedDomains(call, request)).claimedDomains;
      return listAnswer(query, { load: loadedAtOnce(list), toJson: claimedDomainJson });
    },
    async checkClaimedDomain({ call, caller, query: { domain } }) {
      return claimedDomainJson(await identity.checkClaimedDomain(call, { actor: actorOf(caller), domain }));
    },
    async claimDomain({ call, caller, body: { domain, parentId } }) {
      const actor = actorOf(caller);
      const { claimedDomain } = await identity.claimDomain(call, { actor, orgId: parentId, domain });
      // An identity service of version 0.1.0 does not answer with the claim.
      return claimedDomainJson(claimedDomain ?? (await identity.checkClaimedDomain(call, { actor, domain })));
    },
    async verifyClaimedDomain({ call, caller, body: { domain, parentId } }) {
      const request = { actor: actorOf(caller), orgId: parentId, domain };
      return claimedDomainJson(await identity.verifyClaimedDomain(call, request));
    },
  };
}

function claimedDomainJson(claim: ClaimedDomainMessage): Json<'ClaimedDomain'> {
  const { id, orgId, domain, recordName, token, createTime, proveTime } = claim;
  return {
    id,
    parentType: 'org',
    parentId: orgId,
    domain,
    status: proveTime > 0 ? 'proven' : 'pending',
    ...(recordName && { recordName, token }),
    ...(createTime > 0 && { createTime: toIso(createTime) }),
    ...(proveTime > 0 && { proveTime: toIso(proveTime) }),
  };
}
