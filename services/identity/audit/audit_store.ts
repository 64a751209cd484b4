import type { Knex } from 'knex';
import { jsonCell, tableRecord, textCell, timeCell } from '../../../lib/db/record.ts';
import type { AuditEntry, AuditStore } from './audit_entry.ts';

const auditEntryRecord = tableRecord<AuditEntry>({
  id: textCell,
  projectId: textCell,
  orgId: textCell,
  time: timeCell,
  actor: textCell,
  action: textCell,
  targetId: textCell,
  targetName: textCell,
  fields: jsonCell(),
});

export function sqlAuditStore(db: Knex): AuditStore {
  const table = () => db('audit_entries');
  return {
    async add(entry) {
      await table().insert(auditEntryRecord.toRow(entry));
    },
    async list({ projectId, orgId }, { actor, action, targetId, since, until }, { after, limit }) {
      // Queries the project and the org separately, because each has its own index. Ids begin with the time, so the two
      // results are merged by id.
      const of = async (owner: Record<string, string>): Promise<AuditEntry[]> => {
        const query = table().where(owner).orderBy('id', 'desc').limit(limit).select(auditEntryRecord.columns);
        if (after) query.where('id', '<', after);
        if (actor) query.where({ actor });
        if (action) query.where({ action });
        if (targetId) query.where({ target_id: targetId });
        if (since) query.where('time', '>=', since);
        if (until) query.where('time', '<', until);
        return (await query).map(auditEntryRecord.fromRow);
      };
      const found = [...(await of({ project_id: projectId })), ...(await of({ org_id: orgId }))];
      return found.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
    },
    async purge(before, limit) {
      const ids: string[] = await table().where('time', '<', before).orderBy('time').limit(limit).pluck('id');
      return ids.length === 0 ? 0 : table().whereIn('id', ids).del();
    },
  };
}
