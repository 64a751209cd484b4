import { describe, expect, it } from '@jest/globals';
import type { Caller__Output as Caller } from '../../protos/gen/causeway/identity/v1/Caller.ts';
import { type Access, loadDocument, type Operation, operationsOf } from '../contract/document.ts';
import { checkAccess, requireAdmin, requireOrgRole } from './access.ts';
import { NOBODY } from './authentication.ts';

const ACCESS: Access = {
  scope: 'full',
  role: 'member',
  customer: 'none',
  authCompat: false,
  changesCallers: false,
  replaces: false,
  callsProvider: false,
};
const full: Caller = { ...NOBODY, scheme: 'apiKey', scopes: ['full'], orgId: 'org' };
const frontend: Caller = { ...full, scopes: ['frontend'] };
const customer: Caller = { ...NOBODY, scheme: 'customer', groupRef: 'g', consumerRef: 'c' };
const builder = (role: string): Caller => ({
  ...NOBODY,
  scheme: 'builder',
  scopes: ['full'],
  role,
  orgRoles: [{ orgId: 'org', role }],
});

function outcome(caller: Caller, access: Partial<Access>, path: Record<string, string> = { projectIdOrName: 'p' }) {
  const operation = { schemes: ['ApiKey', 'Bearer'], access: { ...ACCESS, ...access } } as unknown as Operation;
  return outcomeOf(() => checkAccess(operation, caller, path));
}

function outcomeOf(check: () => void): string {
  try {
    check();
    return 'allowed';
  } catch (error) {
    return (error as { kind: string }).kind;
  }
}

describe('access to an operation', () => {
  it('asks a key for its scope, and full covers frontend', () => {
    expect(outcome(full, { scope: 'full' })).toBe('allowed');
    expect(outcome(full, { scope: 'frontend', role: 'owner' })).toBe('allowed');
    expect(outcome(frontend, { scope: 'frontend' })).toBe('allowed');
    expect(outcome(frontend, { scope: 'full' })).toBe('permissionDenied');
    expect(outcome({ ...full, scopes: [] }, { scope: 'frontend' })).toBe('permissionDenied');
  });
  it.each([
    ['owner', 'admin', 'allowed'],
    ['admin', 'admin', 'allowed'],
    ['member', 'admin', 'permissionDenied'],
    ['admin', 'owner', 'permissionDenied'],
    ['', 'member', 'permissionDenied'],
    ['toString', 'member', 'permissionDenied'],
  ] as const)('gives a builder with the role "%s" where %s is needed: %s', (role, least, expected) => {
    expect(outcome(builder(role), { role: least })).toBe(expected);
    expect(outcome(builder(role), { role: least }, { orgId: 'org' })).toBe(expected);
  });
  it('lets any builder call what is for anyone, of whatever org, and keys as ever', () => {
    for (const caller of [builder('member'), { ...builder(''), orgRoles: [] }])
      expect(outcome(caller, { role: 'anyone' }, { orgId: 'another' })).toBe('allowed');
    expect(outcome(full, { role: 'anyone' }, {})).toBe('allowed');
    expect(outcome(frontend, { role: 'anyone' }, {})).toBe('permissionDenied');
    expect(outcome(customer, { role: 'anyone' }, {})).toBe('permissionDenied');
  });
  it('S6: lets a restricted frontend key create, and neither replace nor delete', () => {
    const restricted = { ...frontend, isRestricted: true };
    expect(outcome(restricted, { scope: 'frontend' })).toBe('allowed');
    expect(outcome(restricted, { scope: 'frontend', replaces: true })).toBe('permissionDenied');
    for (const caller of [frontend, full])
      expect(outcome(caller, { scope: 'frontend', replaces: true })).toBe('allowed');
  });
  it('S6: knows every operation by which a frontend key replaces or deletes', () => {
    const open = operationsOf(loadDocument()).filter(({ access }) => access.scope === 'frontend');
    const changes = open.filter(({ method }) => method !== 'get' && method !== 'post');
    expect(changes.length).toBeGreaterThan(4);
    expect(changes.filter(({ access }) => !access.replaces).map(({ operationId }) => operationId)).toEqual([]);
  });
  it('lets a customer in only where the document says so', () => {
    expect(outcome(customer, { customer: 'group' })).toBe('allowed');
    expect(outcome(customer, { customer: 'none', scope: 'frontend' })).toBe('permissionDenied');
  });
  it('answers for a foreign org as for none, whoever asks', () => {
    for (const caller of [full, frontend, customer, builder('owner')])
      expect(outcome(caller, {}, { orgId: 'another' })).toBe('notFound');
  });
  it('asks nothing where the operation has no security', () => {
    expect(outcomeOf(() => checkAccess({ schemes: [], access: ACCESS } as unknown as Operation, NOBODY, {}))).toBe(
      'allowed',
    );
  });
  it('leaves an org that a body names to the use case', () => {
    expect(outcome(builder('member'), { role: 'owner' }, {})).toBe('allowed');
    expect(outcomeOf(() => requireOrgRole(builder('member'), 'org', 'owner'))).toBe('permissionDenied');
    expect(outcomeOf(() => requireOrgRole(builder('owner'), 'org', 'owner'))).toBe('allowed');
    expect(outcomeOf(() => requireOrgRole(builder('owner'), 'another', 'member'))).toBe('notFound');
  });
  it('keeps secrets from frontend keys, customers and members', () => {
    for (const caller of [frontend, customer, builder('member')])
      expect(outcomeOf(() => requireAdmin(caller))).toBe('permissionDenied');
    for (const caller of [full, builder('admin')]) expect(outcomeOf(() => requireAdmin(caller))).toBe('allowed');
  });
});
