import type { Knex } from 'knex';
import { paddedIn } from '../../../lib/db/padded_in.ts';
import { intCell, nullableCell, type Row, tableRecord, textCell, timeCell, wordCell } from '../../../lib/db/record.ts';
import type { HealthReport, HealthReportStore } from './health_report.ts';

const reports = tableRecord<HealthReport>({
  installationId: textCell,
  objectName: textCell,
  code: textCell,
  level: nullableCell(wordCell()),
  detail: textCell,
  destinationId: nullableCell(textCell),
  since: timeCell,
  seq: intCell,
});

export function sqlHealthReportStore(db: Knex): HealthReportStore {
  const ofInstallation = (projectId: string, installationId: string) =>
    db('health_reports').where({ project_id: projectId, installation_id: installationId });

  return {
    async save(projectId, report) {
      const { installationId, objectName, code, level, detail, destinationId, since, seq } = report;
      const row = { project_id: projectId, ...reports.toRow(report) };
      await db('health_reports').insert(row).onConflict(['installation_id', 'code', 'object_name']).ignore();
      await ofInstallation(projectId, installationId)
        .where({ code, object_name: objectName })
        .where('seq', '<', seq)
        .update(reports.toRow({ level, detail, destinationId, since, seq }));
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
            .select(['project_id', ...reports.columns]),
      });
      return rows.filter((row) => owners.has(`${row['project_id']} ${row['installation_id']}`)).map(reports.fromRow);
    },
    async endOthers(projectId, installationId, objectNames, seq) {
      await ofInstallation(projectId, installationId)
        .whereNotNull('level')
        .whereNotIn('object_name', ['', ...objectNames])
        .where('seq', '<', seq)
        .update({ level: null, seq });
    },
    async remove(projectId, installationId) {
      await ofInstallation(projectId, installationId).del();
    },
  };
}
