import type { Connection } from '../connections/connection.ts';
import type { HealthLevel, HealthReport } from '../health_reports/health_report.ts';
import type { Installation } from '../installations/installation.ts';

type HealthStatus = 'healthy' | 'unhealthy';

/**
 * The codes of health reasons, and their levels. badCredentials, readsFailing, destinationMissing and notRunYet are
 * derived here; the service `reads` reports the other codes by event (installation.health.reported).
 */
const LEVELS = {
  badCredentials: 'error',
  readsFailing: 'error',
  destinationDisabled: 'error',
  destinationMissing: 'error',
  recordsUndelivered: 'error',
  destinationFailing: 'warning',
  recordsHeld: 'warning',
  incompleteList: 'warning',
  notRunYet: 'warning',
} as const satisfies Record<string, HealthLevel>;
type HealthCode = keyof typeof LEVELS;

/**
 * `objectName` is empty when the reason concerns the whole installation. `destinationId` is empty when the reason
 * concerns no existing destination. `since` is in Unix milliseconds.
 */
export type HealthReason = {
  code: string;
  level: HealthLevel;
  detail: string;
  since: number;
  objectName: string;
  destinationId: string;
};

/** The facts from which the health reasons of an installation are derived. */
export type HealthFacts = {
  installation: Installation;
  connection: Connection;
  /** The objects that are read, with their destinations; the id is empty when only the name is stored. */
  objects: { objectName: string; destinationName: string; destinationId: string; disabled: boolean }[];
  /** Blocks of the integration that are stored and not run yet. */
  notRun: readonly string[];
  /** When the config or the latest revision of the integration was created, whichever is later. */
  configuredSince: number;
  hasDestination(idOrName: string): boolean;
  reported: HealthReport[];
};

/** Returns all reasons, errors first. An object that is no longer read has no reasons. */
export function healthReasons(facts: HealthFacts): HealthReason[] {
  const reasons = [
    ...badCredentials(facts),
    ...readsFailing(facts),
    ...destinationsMissing(facts),
    ...reportedReasons(facts),
    ...notRunYet(facts),
  ];
  return [...reasons.filter(({ level }) => level === 'error'), ...reasons.filter(({ level }) => level === 'warning')];
}

/** Returns `unhealthy` if one of the reasons is an error, otherwise `healthy`. */
export function healthStatus(reasons: readonly HealthReason[]): HealthStatus {
  return reasons.some(({ level }) => level === 'error') ? 'unhealthy' : 'healthy';
}

function newReason(code: HealthCode, detail: string, since: number, objectName = ''): HealthReason {
  return { code, level: LEVELS[code], detail, since, objectName, destinationId: '' };
}

function badCredentials({ connection: { status, statusTime } }: HealthFacts): HealthReason[] {
  const detail = 'The provider does not accept the credentials of the connection. Let the customer connect again.';
  return status === 'bad_credentials' ? [newReason('badCredentials', detail, statusTime)] : [];
}

/** Adds a reason when the last finished read failed. A running read or a write does not change this. */
function readsFailing({ installation: { failingSince } }: HealthFacts): HealthReason[] {
  const detail = 'The last finished read failed. Its log says why.';
  return failingSince === null ? [] : [newReason('readsFailing', detail, failingSince)];
}

function destinationsMissing({ objects, hasDestination, configuredSince }: HealthFacts): HealthReason[] {
  return objects
    .filter(
      ({ disabled, destinationId, destinationName }) => !disabled && !hasDestination(destinationId || destinationName),
    )
    .map(({ objectName, destinationName }) =>
      newReason(
        'destinationMissing',
        `The project has no destination named ${destinationName}. Create it, or name another one.`,
        configuredSince,
        objectName,
      ),
    );
}

function notRunYet({ notRun, configuredSince }: HealthFacts): HealthReason[] {
  return notRun.length === 0 ? [] : [newReason('notRunYet', notRunText(notRun), configuredSince)];
}

/**
 * A code in LEVELS has the level that LEVELS gives. A code of a newer version of the service `reads` has the reported
 * level.
 */
function reportedReasons({ reported: reports, objects }: HealthFacts): HealthReason[] {
  const isRead = (name: string) => name === '' || objects.some(({ objectName }) => objectName === name);
  return reports.flatMap(({ code, level, detail, since, objectName, destinationId }) => {
    if (level === null || !isRead(objectName)) return [];
    const known = Object.hasOwn(LEVELS, code) ? LEVELS[code as HealthCode] : level;
    return [{ code, level: known, detail, since, objectName, destinationId: destinationId ?? '' }];
  });
}

/** A sentence such as "This version of Causeway does not run subscribe and watchSchema yet: …". */
function notRunText(blocks: readonly string[]): string {
  const names = blocks.length > 1 ? `${blocks.slice(0, -1).join(', ')} and ${blocks.at(-1)}` : blocks.join('');
  return `This version of Causeway does not run ${names} yet: what is stored has no effect.`;
}
