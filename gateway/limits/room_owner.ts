import type { Request } from 'express';
import type { Caller__Output as Caller } from '../../protos/gen/causeway/identity/v1/Caller.ts';
import type { RoomOwner } from './body_room.ts';
import { clientNetwork } from './client_network.ts';

/**
 * The share of a page or a customer, because anybody can be one. The builder's server can use all of the project's
 * share.
 */
const PART_OF_PAGES = 1 / 8;

/**
 * The owner of the memory that a body reserves: the project, or else the org, or else the address (for a signed upload
 * URL).
 */
export function roomOwner(request: Request, caller: Caller): RoomOwner {
  const { projectId, orgId, projectIds, principal, scheme, groupRef, scopes } = caller;
  const id = projectId || orgId || projectIds[0] || (scheme === '' ? '' : principal);
  const network = clientNetwork(request.ip ?? '');
  if (id && groupRef) return { name: `${id} group ${groupRef}`, part: PART_OF_PAGES };
  if (id && scheme === 'apiKey' && !scopes.includes('full'))
    return { name: `${id} page ${network}`, part: PART_OF_PAGES };
  return id ? { name: id, part: 1 } : { name: network, part: PART_OF_PAGES };
}
