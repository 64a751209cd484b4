import type { Routes, Services } from '../../rest/operation.ts';

export function readRoutes({
  reads,
}: Services): Routes<'triggerRead' | 'deliverResults' | 'pauseReads' | 'unpauseReads'> {
  return {
    async triggerRead({ call, projectId, path, body }) {
      const { groupRef, sinceTimestamp = '', untilTimestamp = '' } = body;
      return reads.triggerRead(call, {
        projectId,
        integrationId: path.integrationIdOrName,
        objectName: path.objectName,
        groupRef,
        sinceTimestamp,
        untilTimestamp,
      });
    },
    async deliverResults({ call, projectId, path, body }) {
      const { integrationIdOrName: integrationId, objectName } = path;
      await reads.deliverResults(call, { projectId, integrationId, objectName, ...body });
    },
    async pauseReads({ call, projectId, path: { integrationIdOrName: integrationId, installationId }, body }) {
      const { objects = [], note = '' } = body ?? {};
      await reads.pauseReads(call, { projectId, integrationId, installationId, objects, note });
    },
    async unpauseReads({ call, projectId, path: { integrationIdOrName: integrationId, installationId }, body }) {
      const { objects = [], note = '' } = body ?? {};
      await reads.unpauseReads(call, { projectId, integrationId, installationId, objects, note });
    },
  };
}
