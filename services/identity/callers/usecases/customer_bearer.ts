import { headerFault, verifyCustomerToken } from '../../../../lib/crypto/customer_token.ts';
import { isId } from '../../../../lib/ids/ids.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { NO_BUILDER, NO_CONNECT } from '../domain/caller.ts';
import { badToken, type BearerKind } from './bearer.ts';
import type { JwtKeyStore } from '../../jwt_keys/domain/jwt_key.ts';

type Stores = { jwtKeys: JwtKeyStore };

/** Bearer tokens of customers, signed by the builder's server. The verifying key determines the project. */
export function customerBearer({ stores, clock }: { stores: Stores; clock: Clock }): BearerKind {
  return {
    looksLike: ({ header }) => typeof header['kid'] === 'string' && isId(header['kid']),
    async callerOf(token, { header }) {
      const fault = headerFault(header);
      if (fault) throw badToken(fault);
      const key = await stores.jwtKeys.findByKid(String(header['kid']));
      if (!key?.active) throw badToken('names a key that is not registered or not active');
      const verified = await verifyCustomerToken(token, key.publicKeyPem, clock.now());
      if ('fault' in verified) throw badToken(verified.fault);
      const { groupRef, consumerRef } = verified.claims;
      return {
        ...NO_BUILDER,
        ...NO_CONNECT,
        isRestricted: false,
        scheme: 'customer',
        principal: `consumer:${consumerRef}`,
        scopes: [],
        project: null,
        orgId: '',
        projectIds: [key.projectId],
        groupRef,
        consumerRef,
      };
    },
  };
}
