import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { makeNoteAudited } from '../../services/identity/audit/audit_entries.ts';
import type { AuditEntry, AuditFilter } from '../../services/identity/audit/audit_entry.ts';
import { migrations } from '../../services/identity/migrations/migrations.ts';
import { sqlStores } from '../../services/identity/stores.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';

const NOW = 1_800_000_000_000;
const ALL: AuditFilter = { actor: '', action: '', targetId: '', since: 0, until: 0 };
const [PROJECT, OTHER, ORG] = [newId(), newId(), newId()];

forEachEngine((engine) => {
  describe('the store of the audit log', () => {
    const db = engine.suiteDatabase(migrations);
    const store = () => sqlStores(db()).audit;
    const anEntry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
      id: newId(),
      projectId: PROJECT,
      orgId: '',
      time: NOW,
      actor: 'builder:ada',
      action: 'destination.updated',
      targetId: 'hook',
      targetName: 'Häken',
      fields: ['status'],
      ...more,
    });
    beforeEach(async () => {
      for (const table of ['audit_entries', 'inbox']) await db()(table).del();
    });

    promise(
      'lists a project and its org, newest first, in pages, as filtered',
      { without: 'strangersEntries' },
      async () => {
        const entries = [
          anEntry(),
          anEntry({ projectId: '', orgId: ORG, action: 'org.updated', time: NOW + 1 }),
          anEntry({ actor: 'api-key:1', targetId: 'other', time: NOW + 2 }),
        ];
        for (const entry of [...entries, anEntry({ projectId: OTHER }), anEntry({ projectId: '', orgId: newId() })])
          await store().add(entry);
        const list = (filter: Partial<AuditFilter> = {}, after = '', limit = 10) =>
          store().list({ projectId: PROJECT, orgId: ORG }, { ...ALL, ...filter }, { after, limit });
        const [first, second, third] = entries;
        expect(await list()).toEqual([third, second, first]);
        expect(await list({}, '', 2)).toEqual([third, second]);
        expect(await list({}, second?.id, 2)).toEqual([first]);
        expect(await list({ actor: 'api-key:1' })).toEqual([third]);
        expect(await list({ action: 'org.updated' })).toEqual([second]);
        expect(await list({ targetId: 'other' })).toEqual([third]);
        expect(await list({ since: NOW + 1, until: NOW + 2 })).toEqual([second]);
      },
    );

    it('deletes what is older than it keeps, oldest first', async () => {
      for (const time of [NOW, NOW + 1, NOW + 2]) await store().add(anEntry({ time }));
      expect(await store().purge(NOW + 2, 1)).toBe(1);
      expect(await store().purge(NOW + 2, 10)).toBe(1);
      expect(await store().purge(NOW + 2, 10)).toBe(0);
      expect(await db()('audit_entries').pluck('time')).toHaveLength(1);
    });

    it('has an entry of another service once, however often it arrives', async () => {
      const noteAudited = makeNoteAudited({ stores: sqlStores(db()) });
      const payload = { actor: 'builder:ada', action: 'topic.created', targetId: 't', targetName: '', fields: [] };
      const event = { id: newId(), projectId: PROJECT, time: NOW, payload };
      await Promise.all([1, 2, 3].map(() => noteAudited('notifications', event)));
      await noteAudited('notifications', event);
      const found = await store().list({ projectId: PROJECT, orgId: ORG }, ALL, { after: '', limit: 10 });
      expect(found).toEqual([{ id: event.id, projectId: PROJECT, orgId: '', time: NOW, ...payload }]);
    });
  });
});
