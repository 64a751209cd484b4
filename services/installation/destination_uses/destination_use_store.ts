import type { Knex } from 'knex';
import { sqlInstallationStore } from '../installations/installation_store.ts';
import { sqlIntegrationStore } from '../integrations/integration_store.ts';
import type { DestinationInUse, DestinationUseStore } from './destination_use.ts';

/** Needs no escaping: ids and destination names contain no wildcard of LIKE. */
const quotedPattern = (text: string) => `%"${text}"%`;

export function sqlDestinationUseStore(db: Knex): DestinationUseStore {
  const installed = (projectId: string) =>
    db({ i: 'installations' })
      .join({ g: 'integrations' }, 'g.id', 'i.integration_id')
      .join({ p: 'revisions' }, 'p.id', 'i.revision_id')
      .join({ l: 'revisions' }, 'l.id', 'g.revision_id')
      .where('i.project_id', projectId);

  return {
    async integrations(projectId, destination, { after, limit }) {
      const query = db({ g: 'integrations' })
        .join({ l: 'revisions' }, 'l.id', 'g.revision_id')
        .where('g.project_id', projectId)
        .where((any) => mentions(any, destination, REVISION('l')));
      if (after) query.where('g.id', '<', after);
      const ids: string[] = await query.orderBy('g.id', 'desc').limit(limit).pluck('g.id');
      const { find } = sqlIntegrationStore(db);
      return (await Promise.all(ids.map((id) => find(projectId, id)))).filter((one) => one !== undefined);
    },
    async installations(projectId, destination, { after, limit }) {
      const query = installed(projectId).where((any) => {
        for (const columns of [CONFIG, REVISION('p'), REVISION('l')]) mentions(any, destination, columns);
      });
      if (after) query.where('i.id', '<', after);
      const ids: string[] = await query.orderBy('i.id', 'desc').limit(limit).pluck('i.id');
      const { find } = sqlInstallationStore(db);
      return (await Promise.all(ids.map((id) => find(projectId, id)))).filter((one) => one !== undefined);
    },
    async integrationsNaming(projectId, names) {
      const query = installed(projectId).where((any) => {
        for (const columns of [CONFIG, REVISION('p'), REVISION('l')]) mentionsByName(any, names, columns);
      });
      return query.distinct('i.integration_id').orderBy('i.integration_id').pluck('i.integration_id');
    },
  };
}

type Columns = { ids: string; content: string };
const CONFIG: Columns = { ids: 'i.config_destination_ids', content: 'i.config_content' };
const REVISION = (table: string): Columns => ({ ids: `${table}.destination_ids`, content: `${table}.content` });

function mentions(any: Knex.QueryBuilder, { id, names }: DestinationInUse, columns: Columns): void {
  any.orWhere(columns.ids, 'like', quotedPattern(id));
  mentionsByName(any, [...names, id], columns);
}

/** Searches by name only in rows without stored ids. In all other rows, the ids identify the destinations. */
function mentionsByName(any: Knex.QueryBuilder, names: readonly string[], { ids, content }: Columns): void {
  any.orWhere((row) => {
    row.whereNull(ids).where((some) => {
      for (const name of names) some.orWhere(content, 'like', quotedPattern(name));
    });
  });
}
