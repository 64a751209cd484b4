import type { Knex } from 'knex';
import { bytes, optional, record, text, word } from '../../../lib/db/record.ts';
import type { Branding, BrandingStore, LogoType } from './branding.ts';

const brandings = record<Branding>({
  projectId: text,
  accentColor: text,
  logoType: word<LogoType | ''>(),
  logo: optional(bytes),
});

export function sqlBrandingStore(db: Knex): BrandingStore {
  const table = () => db('brandings');
  return {
    async find(projectId) {
      const row = await table().where({ project_id: projectId }).first(brandings.columns);
      return row && brandings.fromRow(row);
    },
    async save(projectId, change) {
      const row = brandings.toRow({ projectId, accentColor: '', logoType: '', logo: null, ...change });
      await table().insert(row).onConflict('project_id').merge(brandings.toRow(change));
    },
  };
}
