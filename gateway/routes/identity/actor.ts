import type { Actor } from '../../../protos/gen/causeway/identity/v1/Actor.ts';
import type { Caller__Output as Caller } from '../../../protos/gen/causeway/identity/v1/Caller.ts';

/** The caller as identity's org operations expect it; a customer counts as nobody. */
export function actorOf({ scheme, builderId, orgId, email, emailVerified }: Caller): Actor {
  return {
    builderId: scheme === 'builder' ? builderId : '',
    keyOrgId: scheme === 'apiKey' ? orgId : '',
    email,
    emailVerified,
  };
}
