import type { Actor } from '../../../protos/gen/causeway/identity/v1/Actor.ts';
import type { Caller__Output as Caller } from '../../../protos/gen/causeway/identity/v1/Caller.ts';

/** The caller in the form that identity's org operations expect. A customer has no ids. */
export function actorOf({ scheme, builderId, orgId, email, emailVerified }: Caller): Actor {
  return {
    builderId: scheme === 'builder' ? builderId : '',
    keyOrgId: scheme === 'apiKey' ? orgId : '',
    email,
    emailVerified,
  };
}
