import { nameColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * Any number of orgs may claim a domain; one of them proves it. Claims of earlier releases become unproven: nobody has
 * checked them.
 */
export const provenDomains: Migration = {
  name: '0009_proven_domains',
  async up(db) {
    await db.schema.alterTable('claimed_domains', (t) => {
      // The domain once the claim is proven, else null: the key decides which of several claims is the proven one.
      nameColumn(t, 'proven_domain');
      timeColumn(t, 'prove_time');
      // When the next check in the background is due, and when these checks end.
      timeColumn(t, 'next_check_time');
      timeColumn(t, 'check_until');
      t.unique(['proven_domain'], { indexName: 'claimed_domains_proven' });
      t.unique(['org_id', 'domain'], { indexName: 'claimed_domains_of_org' });
      t.index(['next_check_time'], 'claimed_domains_due');
    });
    await db.schema.alterTable('claimed_domains', (t) => t.dropUnique(['domain']));
  },
  async down(db) {
    const rows = await db('claimed_domains')
      .orderBy('create_time')
      .orderBy('id')
      .select('id', 'domain', 'proven_domain');
    const keepers = new Map<string, string>();
    for (const { id, domain, proven_domain: proven } of rows)
      if (proven !== null || !keepers.has(domain)) keepers.set(domain, id);
    for (const { id, domain } of rows) if (keepers.get(domain) !== id) await db('claimed_domains').where({ id }).del();
    await db.schema.alterTable('claimed_domains', (t) => t.unique(['domain']));
    await db.schema.alterTable('claimed_domains', (t) => {
      t.dropIndex(['next_check_time'], 'claimed_domains_due');
      t.dropUnique(['org_id', 'domain'], 'claimed_domains_of_org');
      t.dropUnique(['proven_domain'], 'claimed_domains_proven');
      t.dropColumns('proven_domain', 'prove_time', 'next_check_time', 'check_until');
    });
  },
};
