import type { InboxStore } from '../../../../lib/events/inbox.ts';
import type { InstallationStore } from '../../installations/domain/installation.ts';
import type { HealthReportStore } from '../../health_reports/domain/health_report.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { EventOf } from '../../../../lib/events/event.ts';

type Deps = {
  stores: Transacting<{ inbox: InboxStore; installations: InstallationStore; healthReports: HealthReportStore }>;
};

export type NoteHealth = ReturnType<typeof makeNoteHealth>;

/**
 * Stores a health reason that reads reported. Idempotent. The row lock serializes it with the deletion of the
 * installation, so that no report remains after the installation.
 */
export function makeNoteHealth({ stores }: Deps) {
  return async function noteHealth({ id, projectId, payload }: EventOf<'installation.health.reported'>): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(id, 'reads'))) return;
      if (await s.installations.lock(projectId, payload.installationId)) await s.healthReports.save(projectId, payload);
    });
  };
}
