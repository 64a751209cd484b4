import type { AuditActor, AuditProducer } from '../../../lib/audit/audit.ts';
import { type AuditedChange, auditPayload } from '../../../lib/audit/audit_entry.ts';
import type { TransactionalStores } from '../../../lib/db/transacting.ts';
import type { EventOf } from '../../../lib/events/event.ts';
import type { InboxStore } from '../../../lib/events/inbox.ts';
import type { AuditPayload } from '../../../lib/events/payloads.ts';
import { idOfPageToken } from '../../../lib/ids/page_token.ts';
import { notFound } from '../../../lib/problem/problem.ts';
import type { ClockAndIds } from '../../../lib/use_case/use_case_context.ts';
import type { AuditEntry, AuditFilter, AuditStore } from './audit_entry.ts';

type ProjectsById = { find(id: string): Promise<{ orgId: string } | undefined> };
type BuildersById = {
  find(id: string): Promise<{ firstName: string; lastName: string; primaryEmail: string } | undefined>;
};
type ApiKeysById = {
  list(projectId: string, options: { activeOnly: boolean }): Promise<{ id: string; label: string }[]>;
};
type Deps = { stores: { audit: AuditStore; projects: ProjectsById; builders: BuildersById; apiKeys: ApiKeysById } };
/** `actorName`: the name of the builder or the label of the key; empty when the builder or key no longer exists. */
type ShownAuditEntry = AuditEntry & { actorName: string };
/** `pageToken`: the id of the last entry of the previous page; empty for the first page. */
type EntryPage = { pageToken: string; pageSize: number };

/** Lists the audit entries of a project and its org, newest first. Throws notFound, invalidArgument (page token). */
export function makeListAuditEntries({ stores }: Deps) {
  return async function listAuditEntries(
    projectId: string,
    filter: AuditFilter,
    { pageToken, pageSize }: EntryPage,
  ): Promise<{ entries: ShownAuditEntry[]; nextPageToken: string }> {
    const keyset = { after: idOfPageToken(pageToken), limit: pageSize };
    const project = await stores.projects.find(projectId);
    if (!project) throw notFound('project');
    const entries = await stores.audit.list({ projectId, orgId: project.orgId }, filter, keyset);
    const names = await namesOf(projectId, [...new Set(entries.map(({ actor }) => actor))]);
    const shown = entries.map((entry) => ({ ...entry, actorName: names.get(entry.actor) ?? '' }));
    return { entries: shown, nextPageToken: entries.length < pageSize ? '' : (entries.at(-1)?.id ?? '') };
  };

  async function namesOf(projectId: string, actors: readonly string[]): Promise<Map<string, string>> {
    const isKeyThere = actors.some((actor) => actor.startsWith(API_KEY_PREFIX));
    const keys = isKeyThere ? await stores.apiKeys.list(projectId, { activeOnly: false }) : [];
    const names = new Map(keys.map(({ id, label }) => [API_KEY_PREFIX + id, label]));
    for (const actor of actors.filter((one) => one.startsWith(BUILDER_PREFIX))) {
      const builder = await stores.builders.find(actor.slice(BUILDER_PREFIX.length));
      const { firstName = '', lastName = '', primaryEmail = '' } = builder ?? {};
      names.set(actor, `${firstName} ${lastName}`.trim() || primaryEmail);
    }
    return names;
  }
}

const API_KEY_PREFIX = 'api-key:';
const BUILDER_PREFIX = 'builder:';

type NoteAuditedDeps = { stores: TransactionalStores<{ audit: AuditStore; inbox: InboxStore }> };

/** Stores an entry that another service sent. An entry that arrives several times is stored once. */
export function makeNoteAudited({ stores }: NoteAuditedDeps) {
  return async function noteAudited(
    producer: AuditProducer,
    {
      id,
      projectId,
      time,
      payload,
    }: Pick<EventOf<'reads.audited'>, 'id' | 'projectId' | 'time'> & { payload: AuditPayload },
  ): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(id, producer))) return;
      await s.audit.add({ id, projectId, orgId: '', time, ...payload });
    });
  };
}

type ScopedChange = AuditedChange<'identity'> & ({ projectId: string } | { orgId: string });
type Stores = { audit: AuditStore };

export type Audit = (stores: Stores, by: AuditActor, change: ScopedChange) => Promise<void>;

/** Adds an audit entry in the transaction that makes the change. */
export function makeAudit({ clock, newId }: ClockAndIds): Audit {
  return async function audit(s, { principal }, { action, targetId, targetName = '', fields = [], ...of }) {
    const payload = auditPayload(principal, { action, targetId, targetName, fields });
    if (!payload) return;
    await s.audit.add({ id: newId(), projectId: '', orgId: '', ...of, time: clock.now(), ...payload });
  };
}
