import type { Knex } from 'knex';
import { bytesCell, nullableCell, tableRecord, textCell, wordCell } from '../../../lib/db/record.ts';
import type { Branding, BrandingStore, LogoType } from './branding.ts';

const brandingRecord = tableRecord<Branding>({
  projectId: textCell,
  accentColor: textCell,
  logoType: wordCell<LogoType | ''>(),
  logo: nullableCell(bytesCell),
});

export function sqlBrandingStore(db: Knex): BrandingStore {
  const table = () => db('brandings');
  return {
    async find(projectId) {
      const row = await table().where({ project_id: projectId }).first(brandingRecord.columns);
      return row && brandingRecord.fromRow(row);
    },
    async save(projectId, change) {
      const row = brandingRecord.toRow({ projectId, accentColor: '', logoType: '', logo: null, ...change });
      await table().insert(row).onConflict('project_id').merge(brandingRecord.toRow(change));
    },
  };
}
