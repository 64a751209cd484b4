import type { ServiceHandlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../use_cases.ts';

/** The RPC of the audit log. */
export function auditHandlers(useCases: UseCases): Pick<ServiceHandlers<'identity'>, 'ListAuditEntries'> {
  return {
    async ListAuditEntries(_call, { projectId, pageToken, pageSize, ...filter }) {
      const { entries, nextPageToken } = await useCases.listAuditEntries(projectId, filter, { pageToken, pageSize });
      const messages = entries.map(({ orgId, projectId: _project, fields, ...entry }) => ({
        ...entry,
        fields: [...fields],
        isOfOrg: orgId !== '',
      }));
      return { entries: messages, nextPageToken };
    },
  };
}
