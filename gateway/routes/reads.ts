import type { Routes, Services } from '../http/operation.ts';

export function readRoutes({
  reads,
}: Services): Routes<'triggerRead' | 'deliverResults' | 'pauseReads' | 'unpauseReads'> {
  return {
    async triggerRead({ call, projectId, path, body }) {
      const { groupRef, sinceTimestamp = '', untilTimestamp = '' } = body;
      return reads.triggerRead(call, {
        projectId,
        integrationId: path.integrationId,
        objectName: path.objectName,
        groupRef,
        sinceTimestamp,
        untilTimestamp,
      });
    },
    async deliverResults({ call, projectId, path, body }) {
      const { integrationId, objectName } = path;
      await reads.deliverResults(call, { projectId, integrationId, objectName, ...body });
    },
    async pauseReads({ call, projectId, path, body }) {
      await reads.pauseReads(call, { projectId, ...path, objects: body?.objects ?? [], note: body?.note ?? '' });
    },
    async unpauseReads({ call, projectId, path, body }) {
      await reads.unpauseReads(call, { projectId, ...path, objects: body?.objects ?? [], note: body?.note ?? '' });
    },
  };
}
