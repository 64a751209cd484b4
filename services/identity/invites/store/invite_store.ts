import type { Knex } from 'knex';
import type { Invite, InviteStore } from '../domain/invite.ts';
import type { OrgRole } from '../../orgs/domain/membership.ts';

type Row = {
  id: string;
  org_id: string;
  invited_email: string;
  email_key: string;
  role: string;
  status: string;
  expire_time: number;
  create_time: number;
  update_time: number | null;
};
/** The value of the unique column: the address while the invite is pending, else null. */
type Pending = { pending_email: string | null };
const COLUMNS = [
  'id',
  'org_id',
  'invited_email',
  'email_key',
  'role',
  'status',
  'expire_time',
  'create_time',
  'update_time',
] as const;

export function sqlInviteStore(db: Knex): InviteStore {
  const invites = () => db<Row & Pending>('invites');
  const ended = (status: Invite['status'], now: number) => ({ status, pending_email: null, update_time: now });
  return {
    async find(orgId, inviteId) {
      const row = await invites()
        .where({ org_id: orgId, id: inviteId })
        .first(...COLUMNS);
      return row && toInvite(row);
    },
    async list(orgId, { after, limit }) {
      const rows = await invites()
        .where({ org_id: orgId })
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .select(...COLUMNS);
      return rows.map(toInvite);
    },
    async listPending(emailKey, now, { inviteId, limit }) {
      const pending = invites().where({ pending_email: emailKey }).where('expire_time', '>', now);
      const rows = await (inviteId === '' ? pending : pending.where({ id: inviteId }))
        .orderBy('create_time')
        .orderBy('id')
        .limit(limit)
        .select(...COLUMNS);
      return rows.map(toInvite);
    },
    async countPending(emailKey, now) {
      const [row] = await invites().where({ pending_email: emailKey }).where('expire_time', '>', now).count({ n: '*' });
      return Number(row?.['n'] ?? 0);
    },
    async insert({ id, orgId, invitedEmail, emailKey, role, status, expireTime, createTime, updateTime }) {
      await invites().insert({
        id,
        org_id: orgId,
        invited_email: invitedEmail,
        email_key: emailKey,
        pending_email: emailKey,
        role,
        status,
        expire_time: expireTime,
        create_time: createTime,
        update_time: updateTime,
      });
    },
    /**
     * One statement: between two, another transaction could commit a new pending invite, which would lose its key but keep
     * its status. An expired invite also frees the unique key; its status stays expired.
     */
    async supersede(orgId, emailKey, now) {
      await invites()
        .where({ org_id: orgId, pending_email: emailKey })
        .update({
          status: db.raw("case when expire_time > ? then 'revoked' else status end", [now]),
          update_time: db.raw('case when expire_time > ? then ? else update_time end', [now, now]),
          pending_email: null,
        });
    },
    async accept(orgId, inviteId, now) {
      const pending = invites()
        .where({ org_id: orgId, id: inviteId, status: 'pending' })
        .where('expire_time', '>', now);
      return (await pending.update(ended('accepted', now))) === 1;
    },
    async revoke(orgId, inviteId, now) {
      const pending = invites()
        .where({ org_id: orgId, id: inviteId, status: 'pending' })
        .where('expire_time', '>', now);
      return (await pending.update(ended('revoked', now))) === 1;
    },
  };
}

function toInvite(row: Row): Invite {
  return {
    id: row.id,
    orgId: row.org_id,
    invitedEmail: row.invited_email,
    emailKey: row.email_key,
    role: row.role as OrgRole,
    status: row.status as Invite['status'],
    expireTime: row.expire_time,
    createTime: row.create_time,
    updateTime: row.update_time,
  };
}
