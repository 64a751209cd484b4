import { notFound } from '../../../lib/problem/problem.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { Schedule__Output as ScheduleMessage } from '../../../protos/gen/causeway/reads/v1/Schedule.ts';
import type { Json } from '../../rest/json.ts';
import type { Routes, Services } from '../../rest/operation.ts';

type Operations = 'triggerRead' | 'deliverResults' | 'pauseReads' | 'unpauseReads' | 'listSchedules';

export function readRoutes({ reads, installation }: Services): Routes<Operations> {
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
    async listSchedules({ call, projectId, path: { integrationIdOrName: integrationId, installationId } }) {
      const keys = [{ projectId, integrationId, installationId }];
      const { installations } = await installation.batchGetInstallations(call, { keys });
      if (installations.length === 0) throw notFound('installation');
      const { schedules } = await reads.listSchedules(call, { projectId, integrationId, installationId });
      return schedules.map(scheduleJson);
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

type PauseCauses = NonNullable<Json<'ReadSchedule'>['pausedBecause']>;

function scheduleJson({ cron, pauseCauses, pauseNote, nextStarts, state, ...schedule }: ScheduleMessage) {
  return {
    ...schedule,
    ...(cron && { schedule: cron }),
    state: state as Json<'ReadSchedule'>['state'],
    ...(pauseCauses.length > 0 && { pausedBecause: pauseCauses as PauseCauses }),
    ...(pauseNote && { note: pauseNote }),
    nextStarts: nextStarts.map((time) => toIso(time)),
  } satisfies Json<'ReadSchedule'>;
}
