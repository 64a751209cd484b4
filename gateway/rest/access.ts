import { notFound, Problem } from '../../lib/problem/problem.ts';
import type { Caller__Output as Caller } from '../../protos/gen/causeway/identity/v1/Caller.ts';
import type { Access, Operation } from '../contract/document.ts';

type Role = Access['role'];
const RANK_OF_ROLE: Record<string, number> = { anyone: 0, member: 1, admin: 2, owner: 3 };

/**
 * Checks whether `x-access` allows this caller to use the operation. Authentication has already answered 404 for
 * another tenant's project. This function checks an org in the path; another tenant's org and an absent org get the
 * same 404. When the path names neither a project nor an org, the route calls `requireOrgRole`.
 */
export function checkAccess({ schemes, access }: Operation, caller: Caller, path: Record<string, string>): void {
  if (schemes.length === 0) return;
  const isForAnyone = caller.scheme === 'builder' && access.role === 'anyone';
  if (isForAnyone) return;
  if (path['orgId'] !== undefined) checkOrg(caller, path['orgId']);
  if (caller.scheme === 'customer') return checkCustomer(access);
  if (caller.scheme === 'apiKey') return checkKey(access, caller);
  if (path['orgId'] !== undefined) return requireOrgRole(caller, path['orgId'], access.role);
  if (path['projectIdOrName'] !== undefined) requireRole(caller.role, access.role);
}

/**
 * Checks the role in an org that a body or a row names. Throws notFound for another tenant's org, permissionDenied for
 * too low a role.
 */
export function requireOrgRole(caller: Caller, orgId: string, minRole: Role): void {
  checkOrg(caller, orgId);
  if (caller.scheme === 'builder') requireRole(caller.orgRoles.find((one) => one.orgId === orgId)?.role ?? '', minRole);
}

/**
 * Checks the caller of an operation that shows or changes a secret. Allows full API keys and admins of the project's
 * org.
 */
export function requireAdmin(caller: Caller): void {
  if (!caller.scopes.includes('full'))
    throw new Problem('permissionDenied', 'Secrets are not shown to this credential.', {
      remedy: 'Call from your server, with an API key that has the scope full.',
    });
  if (caller.scheme === 'builder') requireRole(caller.role, 'admin');
}

/** Whether requireAdmin accepts the caller. */
export function maySeeSecrets({ scopes, scheme, role }: Caller): boolean {
  return (
    scopes.includes('full') &&
    (scheme !== 'builder' || (RANK_OF_ROLE[role] ?? 0) >= (RANK_OF_ROLE['admin'] ?? Infinity))
  );
}

function checkOrg(caller: Caller, orgId: string): void {
  const isTheirs =
    caller.scheme === 'builder' ? caller.orgRoles.some((one) => one.orgId === orgId) : caller.orgId === orgId;
  if (!isTheirs) throw notFound('org');
}

function checkKey(access: Access, caller: Caller): void {
  checkScope(access, caller);
  if (access.replaces && caller.isRestricted) throw restrictedKeyProblem();
}

/** Anybody can read a frontend key, so it must not change or delete the connection of another customer. */
function restrictedKeyProblem(): Problem {
  return new Problem('permissionDenied', 'Frontend keys of this project create, and neither replace nor delete.', {
    remedy:
      "Give the customer a token of their own (Authorization: Bearer), call from your server with a key of the scope full, or set the project's restrictFrontendKeys to false.",
  });
}

function checkScope({ scope }: Access, caller: Caller): void {
  if (caller.scopes.includes('full') || caller.scopes.includes(scope)) return;
  throw new Problem('permissionDenied', `This operation needs an API key with the scope ${scope}.`, {
    remedy: `Use a key whose scopes include ${scope}. Keys of the scope frontend can do what a browser needs.`,
  });
}

function requireRole(role: string, minRole: Role): void {
  if ((RANK_OF_ROLE[role] ?? 0) >= (RANK_OF_ROLE[minRole] ?? Infinity)) return;
  throw new Problem('permissionDenied', `This operation needs the role ${minRole}.`, {
    remedy: `Ask an owner of the org to make you ${minRole}.`,
  });
}

function checkCustomer({ customer }: Access): void {
  if (customer === 'group') return;
  throw new Problem('permissionDenied', 'This operation is not open to the token of a customer.', {
    remedy: 'Call it from your server, with an API key.',
  });
}
