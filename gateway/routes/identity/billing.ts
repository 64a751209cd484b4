import type { BillingAccount__Output as AccountMessage } from '../../../protos/gen/causeway/identity/v1/BillingAccount.ts';
import type { Json } from '../../rest/json.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { times } from '../times.ts';
import { actorOf } from './actor.ts';
import { billingPage } from './billing_page.ts';

const DEFAULT_TIMEOUT_SECONDS = 3_600;

type Operations = 'getOrgBillingAccount' | 'createBillingAccountSession' | 'showBillingSession';

export function billingRoutes({ identity }: Services): Routes<Operations> {
  return {
    async getOrgBillingAccount({ call, caller, path }) {
      return accountJson(await identity.getOrgBillingAccount(call, { actor: actorOf(caller), orgId: path.orgId }));
    },
    async createBillingAccountSession({ call, caller, path, body }) {
      const { redirectUrl, timeout: timeoutSeconds = DEFAULT_TIMEOUT_SECONDS } = body;
      const request = { actor: actorOf(caller), ...path, redirectUrl, timeoutSeconds };
      return identity.openBillingSession(call, request);
    },
    async showBillingSession({ call, path }) {
      return billingPage(await identity.getBillingSession(call, { token: path.session }));
    },
  };
}

function accountJson({
  id,
  displayName,
  billingProvider,
  billingProviderRef,
  ...when
}: AccountMessage): Json<'BillingAccount'> {
  return { id, displayName, billingProvider, billingProviderRef, ...times(when) };
}
