import type { OrgRole } from './membership.ts';
import type { Page } from './page.ts';

export type InviteStatus = 'pending' | 'accepted' | 'revoked' | 'expired';

/** An org's invitation of whoever can show that an address is theirs. */
export type Invite = {
  id: string;
  orgId: string;
  /** As it was typed. */
  invitedEmail: string;
  /** As it is compared. */
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
  list(orgId: string, page: Page): Promise<Invite[]>;
  /** The newest, of any org, that may still be accepted. */
  findNewestPending(emailKey: string, now: number): Promise<Invite | undefined>;
  /** Fails as a duplicate while the address has a pending invite of the same org. */
  insert(invite: Invite): Promise<void>;
  /** Makes room for a new invite of the address: what is pending is revoked. */
  supersede(orgId: string, emailKey: string, now: number): Promise<void>;
  /** False unless it was still pending and in time: so it happens once, whoever asks at the same moment. */
  accept(orgId: string, inviteId: string, now: number): Promise<boolean>;
  /** False unless it was still pending. */
  revoke(orgId: string, inviteId: string, now: number): Promise<boolean>;
};

/** Nothing runs when an invite expires; it just reads so from then on. */
export function statusAt({ status, expireTime }: Invite, now: number): InviteStatus {
  return status === 'pending' && expireTime <= now ? 'expired' : status;
}
