import type { Actor } from '../../protos/gen/causeway/identity/v1/Actor.ts';
import type { Caller__Output as Caller } from '../../protos/gen/causeway/identity/v1/Caller.ts';

/** The caller as identity wants to hear of them where an org is asked about; a customer is nobody there. */
export function actorOf({ scheme, builderId, orgId, email, emailVerified }: Caller): Actor {
  return {
    builderId: scheme === 'builder' ? builderId : '',
    keyOrgId: scheme === 'apiKey' ? orgId : '',
    email,
    emailVerified,
  };
}
