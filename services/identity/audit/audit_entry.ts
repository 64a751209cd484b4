import type { Keyset } from '../../../lib/db/keyset.ts';

/** One action: its actor, its target and its time. Kept for 400 days, even if the target is deleted. */
export type AuditEntry = {
  id: string;
  /** Empty for an action on the org. */
  projectId: string;
  /** Empty for an action on a project. */
  orgId: string;
  time: number;
  /** `builder:<id>`, `api-key:<id>` or `consumer:<ref>`. */
  actor: string;
  /** One of the actions in lib/audit/audit_entry.ts. */
  action: string;
  targetId: string;
  /** The name of the target at the time of the action; may be empty. */
  targetName: string;
  /** The fields that were changed, as the request named them. */
  fields: readonly string[];
};

/** Empty fields match all entries. `since` (inclusive) and `until` (exclusive) are Unix ms. */
export type AuditFilter = { actor: string; action: string; targetId: string; since: number; until: number };

export type AuditStore = {
  add(entry: AuditEntry): Promise<void>;
  /** The entries of a project and its org, newest first; `after` is the id of the last entry of the previous page. */
  list(of: { projectId: string; orgId: string }, filter: AuditFilter, keyset: Keyset): Promise<AuditEntry[]>;
  /** Deletes up to `limit` entries older than `before`. Returns their number. */
  purge(before: number, limit: number): Promise<number>;
};
