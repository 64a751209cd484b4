import { paged } from '../../../lib/rpc/paged.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../use_cases.ts';
import { actorOf, builderInfoMessage, orgMessage } from './messages.ts';

type Rpcs = 'CreateOrg' | 'GetOrg' | 'UpdateOrg' | 'ListOrgBuilders' | 'GetMyInfo';

/** Org and builder RPCs. Translates; decides nothing. */
export function orgHandlers(useCases: UseCases): Pick<Handlers<'identity'>, Rpcs> {
  return {
    async CreateOrg(call, { actor, label }) {
      return orgMessage(await useCases.createOrg(actorOf(call, actor), { label }));
    },
    async GetOrg(call, { actor, orgId }) {
      return orgMessage(await useCases.getOrg(actorOf(call, actor), orgId));
    },
    async UpdateOrg(call, { actor, orgId, updateMask, label }) {
      return orgMessage(await useCases.updateOrg(actorOf(call, actor), { orgId, updateMask, label }));
    },
    async ListOrgBuilders(call, { actor, orgId, pageToken }) {
      const { messages, nextPageToken } = await paged(pageToken, (page) =>
        useCases.listOrgBuilders(actorOf(call, actor), orgId, page),
      );
      return { builders: messages, nextPageToken };
    },
    async GetMyInfo(call, { actor }) {
      return builderInfoMessage(await useCases.getBuilderInfo(actorOf(call, actor).builderId));
    },
  };
}
