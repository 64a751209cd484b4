import type { Knex } from 'knex';
import { nullableCell, tableRecord, textCell, timeCell, wordCell } from '../../../lib/db/record.ts';
import type { OrgRole } from '../orgs/org.ts';
import type { Invite, InviteStore } from './invite.ts';

const inviteRecord = tableRecord<Invite>({
  id: textCell,
  orgId: textCell,
  invitedEmail: textCell,
  emailKey: textCell,
  role: wordCell<OrgRole>(),
  status: wordCell<Invite['status']>(),
  expireTime: timeCell,
  createTime: timeCell,
  updateTime: nullableCell(timeCell),
});

export function sqlInviteStore(db: Knex): InviteStore {
  const invites = () => db('invites');
  const ended = (status: Invite['status'], now: number) => ({ status, pending_email: null, update_time: now });
  return {
    async find(orgId, inviteId) {
      const row = await invites().where({ org_id: orgId, id: inviteId }).first(inviteRecord.columns);
      return row && inviteRecord.fromRow(row);
    },
    async list(orgId, { after, limit }) {
      const rows = await invites()
        .where({ org_id: orgId })
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .select(inviteRecord.columns);
      return rows.map(inviteRecord.fromRow);
    },
    async listPending(emailKey, now, { inviteId, limit }) {
      const pending = invites().where({ pending_email: emailKey }).where('expire_time', '>', now);
      const rows = await (inviteId === '' ? pending : pending.where({ id: inviteId }))
        .orderBy('create_time')
        .orderBy('id')
        .limit(limit)
        .select(inviteRecord.columns);
      return rows.map(inviteRecord.fromRow);
    },
    async countPending(emailKey, now) {
      const [row] = await invites().where({ pending_email: emailKey }).where('expire_time', '>', now).count({ n: '*' });
      return Number(row?.['n'] ?? 0);
    },
    /** `pending_email` has a unique key: it is the address while the invite is pending, else null. */
    async insert(invite) {
      await invites().insert({ ...inviteRecord.toRow(invite), pending_email: invite.emailKey });
    },
    /**
     * This must be one statement: between two statements, another transaction could commit a new pending invite, and
     * the second statement would clear its `pending_email` although it is still pending. For an expired invite,
     * `pending_email` is cleared too; it is still shown as expired.
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
