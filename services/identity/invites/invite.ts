import type { Keyset } from '../../../lib/db/keyset.ts';
import type { OrgRole } from '../orgs/org.ts';

export type InviteStatus = 'pending' | 'accepted' | 'revoked' | 'expired';

/** An org's invite to the owner of an e-mail address. */
export type Invite = {
  id: string;
  orgId: string;
  /** The address as the inviter typed it. */
  invitedEmail: string;
  /** The normalised address. */
  emailKey: string;
  role: OrgRole;
  status: Exclude<InviteStatus, 'expired'>;
  expireTime: number;
  createTime: number;
  updateTime: number | null;
};

export type InviteStore = {
  find(orgId: string, inviteId: string): Promise<Invite | undefined>;
  /** Oldest first. */
  list(orgId: string, keyset: Keyset): Promise<Invite[]>;
  /** The pending invites of an address, from all orgs, oldest first; with `inviteId`, only that invite. */
  listPending(emailKey: string, now: number, which: { inviteId: string; limit: number }): Promise<Invite[]>;
  countPending(emailKey: string, now: number): Promise<number>;
  /** Throws a duplicate-key error while the address has a pending invite of the same org. */
  insert(invite: Invite): Promise<void>;
  /** Revokes the pending invite of the address. The caller then inserts a new invite. */
  supersede(orgId: string, emailKey: string, now: number): Promise<void>;
  /** Accepts a pending, unexpired invite. Only one of several concurrent calls returns true. */
  accept(orgId: string, inviteId: string, now: number): Promise<boolean>;
  /** Revokes a pending invite; false when it is not pending. */
  revoke(orgId: string, inviteId: string, now: number): Promise<boolean>;
};

/** Expiry is computed on read; no job marks invites as expired. */
export function statusAt({ status, expireTime }: Invite, now: number): InviteStatus {
  return status === 'pending' && expireTime <= now ? 'expired' : status;
}
