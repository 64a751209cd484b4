import type { Handlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../use_cases.ts';
import { billingHandlers } from './billing.ts';
import { inviteHandlers } from './invites.ts';
import { membershipHandlers } from './memberships.ts';
import { orgHandlers } from './orgs.ts';

type Rpcs =
  | keyof ReturnType<typeof orgHandlers>
  | keyof ReturnType<typeof inviteHandlers>
  | keyof ReturnType<typeof membershipHandlers>
  | keyof ReturnType<typeof billingHandlers>;

/** All RPCs about an org. */
export function orgWideHandlers(useCases: UseCases): Pick<Handlers<'identity'>, Rpcs> {
  return {
    ...orgHandlers(useCases),
    ...inviteHandlers(useCases),
    ...membershipHandlers(useCases),
    ...billingHandlers(useCases),
  };
}
