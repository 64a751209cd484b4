import type { Knex } from 'knex';
import type { HealthLevel, HealthReport, HealthReportStore } from '../domain/health.ts';
import { paddedIn } from '../../../../lib/db/padded_in.ts';

type Row = {
  project_id: string;
  installation_id: string;
  code: string;
  object_name: string;
  level: HealthLevel | null;
  detail: string;
  since: number;
  seq: number;
};
const COLUMNS = ['project_id', 'installation_id', 'code', 'object_name', 'level', 'detail', 'since', 'seq'] as const;

export function sqlHealthReportStore(db: Knex): HealthReportStore {
  const reports = (projectId: string, installationId: string) =>
    db<Row>('health_reports').where({ project_id: projectId, installation_id: installationId });

  return {
    async save(projectId, { installationId, objectName, code, level, detail, since, seq }) {
      const key = { installation_id: installationId, code, object_name: objectName };
      const row = { project_id: projectId, ...key, level, detail, since, seq };
      await db('health_reports').insert(row).onConflict(Object.keys(key)).ignore();
      await reports(projectId, installationId)
        .where({ code, object_name: objectName })
        .where('seq', '<', seq)
        .update({ level, detail, since, seq });
    },
    async listOpen(installations) {
      const owners = new Set(installations.map(({ projectId, id }) => `${projectId} ${id}`));
      const ids = installations.map(({ id }) => id);
      const rows = await paddedIn<Row>(db, ids, {
        name: 'health_reports',
        query: (padded) =>
          db('health_reports')
            .whereIn('installation_id', padded)
            .whereNotNull('level')
            .orderBy(['code', 'object_name'])
            .select(COLUMNS),
      });
      return rows.filter((row) => owners.has(`${row.project_id} ${row.installation_id}`)).map(toReport);
    },
    async endOthers(projectId, installationId, objectNames, seq) {
      await reports(projectId, installationId)
        .whereNotNull('level')
        .whereNotIn('object_name', ['', ...objectNames])
        .where('seq', '<', seq)
        .update({ level: null, seq });
    },
    async remove(projectId, installationId) {
      await reports(projectId, installationId).del();
    },
  };
}

function toReport(row: Row): HealthReport {
  return {
    installationId: row.installation_id,
    objectName: row.object_name,
    code: row.code,
    level: row.level,
    detail: row.detail,
    since: row.since,
    seq: row.seq,
  };
}
