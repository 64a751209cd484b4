import { type AuditActor, NO_AUDIT_ACTOR, type WriteAuditEntry } from '../../../lib/audit/audit.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { InstallationClient } from '../installation.ts';
import { isNamed } from '../read_plan.ts';
import { NONE_FAILED } from '../schedules/failed_reads.ts';
import type { Schedule } from '../schedules/schedule.ts';
import { addCause, endPause, schedulePaused } from '../schedules/schedules.ts';
import type { SyncInstallation, SyncStores } from './sync_installation.ts';

type Stores = SyncStores;

type Deps = UseCaseContext<Stores> & {
  installation: InstallationClient;
  syncInstallation: SyncInstallation;
  audit: WriteAuditEntry<'reads'>;
};

type PauseRequest = {
  projectId: string;
  integrationId: string;
  installationId: string;
  /** Mapped or native names; empty for all. */
  objects: string[];
  note: string;
};

const DEFAULT_NOTE = 'Paused by request.';

/**
 * Pauses or unpauses the scheduled reads of objects. A pause and the start of a read lock the same row, so no scheduled
 * read starts after a pause is acknowledged. Repeating either call changes nothing and sends no event. Throws notFound,
 * and invalidArgument for an unknown object.
 */
export function makeSetPaused({ stores, installation, syncInstallation, clock, newId, audit }: Deps) {
  return async function setPaused(
    request: PauseRequest,
    isPaused: boolean,
    by: AuditActor = NO_AUDIT_ACTOR,
  ): Promise<void> {
    await assertKnown(request);
    await stores.transaction(async (s) => {
      const changed: Schedule[] = [];
      for (const { objectName } of schedulesOfNames(await schedulesOf(s, request), request.objects)) {
        const schedule = await s.schedules.lock({ ...request, objectName });
        if (schedule && (await change(s, schedule, isPaused, request.note))) changed.push(schedule);
      }
      const [first] = changed;
      if (first) {
        const fields = changed.map(({ mappedObjectName }) => mappedObjectName);
        const about = { projectId: request.projectId, targetId: request.installationId, fields };
        await audit(s.outbox, by, { action: isPaused ? 'installation.paused' : 'installation.unpaused', ...about });
      }
      if (first && isPaused)
        await s.outbox.add(schedulePaused(first.plan, request.note || DEFAULT_NOTE, { newId, now: clock.now() }));
    });
  };

  /** Returns whether the paused state changed. */
  async function change(s: Stores, schedule: Schedule, isPaused: boolean, note: string): Promise<boolean> {
    const now = clock.now();
    if (isPaused) return addCause(s, schedule, { cause: 'asked', note }, now);
    if (!schedule.isPaused) return false;
    await endPause(s, schedule, now);
    await s.schedules.setFailures(schedule, NONE_FAILED);
    return true;
  }

  /** A request can arrive before the event that announces the installation, so unknown objects are looked up once. */
  async function assertKnown(request: PauseRequest): Promise<void> {
    const isKnown = async () => {
      const schedules = await schedulesOf(stores, request);
      return (
        schedules.length > 0 && request.objects.every((name) => schedules.some((schedule) => isNamed(schedule, name)))
      );
    };
    if (await isKnown()) return;
    const plans = await installation.listPlans(request.projectId, request.installationId);
    if (plans.some(({ integrationId }) => integrationId !== request.integrationId)) throw unknownInstallation();
    await stores.transaction((s) => syncInstallation(s, request, plans));
    if (!(await isKnown()) && request.objects.length > 0)
      throw unknownObjects(request, await schedulesOf(stores, request));
  }

  async function schedulesOf(
    s: Stores,
    { projectId, integrationId, installationId }: PauseRequest,
  ): Promise<Schedule[]> {
    const schedules = await s.schedules.list(projectId, installationId);
    return schedules.filter((schedule) => schedule.integrationId === integrationId);
  }
}

function schedulesOfNames(schedules: readonly Schedule[], names: readonly string[]): Schedule[] {
  return schedules.filter((schedule) => names.length === 0 || names.some((name) => isNamed(schedule, name)));
}

function unknownInstallation(): Problem {
  return notFound('installation of this integration');
}

function unknownObjects({ objects }: PauseRequest, schedules: readonly Schedule[]): Problem {
  const issues = objects.flatMap((name, i) =>
    schedules.some((schedule) => isNamed(schedule, name))
      ? []
      : [
          {
            in: 'body' as const,
            name: `objects/${i}`,
            detail: 'The installation reads no object with this name.',
            value: name.slice(0, 191),
          },
        ],
  );
  return new Problem('invalidArgument', 'The installation does not read all of the given objects.', { issues });
}
