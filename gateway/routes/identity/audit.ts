import { toIso } from '../../../lib/time/iso.ts';
import type { AuditEntry__Output as AuditEntry } from '../../../protos/gen/causeway/identity/v1/AuditEntry.ts';
import type { Json } from '../../rest/json.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { pagination, timesOf } from '../lists.ts';

const DEFAULT_PAGE_SIZE = 100;

/** The route that lists the audit log of a project. */
export function auditRoutes({ identity }: Services): Routes<'listAuditEntries'> {
  return {
    async listAuditEntries({ call, projectId, query }) {
      const { since, until, pageSize = DEFAULT_PAGE_SIZE, ...filter } = query;
      const asked = { ...filter, ...timesOf({ since, until }), projectId, pageSize };
      const { entries, nextPageToken } = await identity.listAuditEntries(call, asked);
      return { results: entries.map(entryJson), pagination: pagination(nextPageToken) };
    },
  };
}

function entryJson({ time, actorName, targetName, isOfOrg, action, ...entry }: AuditEntry): Json<'AuditEntry'> {
  return {
    ...entry,
    action: action as Json<'AuditAction'>,
    time: toIso(time),
    ...(actorName && { actorName }),
    ...(targetName && { targetName }),
    ...(isOfOrg && { isOfOrg }),
  };
}
