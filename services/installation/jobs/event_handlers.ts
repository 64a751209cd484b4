import type { Handlers } from '../../../lib/events/consumer.ts';
import type { NoteDestination } from '../destinations/usecases/note_destination.ts';
import type { NoteHealth } from '../health/usecases/note_health.ts';
import type { PropagateRevision } from '../installations/usecases/propagate_revision.ts';
import type { NoteOperation } from '../installations/usecases/note_operation.ts';

type UseCases = {
  noteOperation: NoteOperation;
  noteDestination: NoteDestination;
  noteHealth: NoteHealth;
  propagateRevision: PropagateRevision;
};

/** The event handlers of installation. */
export function eventHandlers({ noteOperation, noteDestination, noteHealth, propagateRevision }: UseCases): Handlers {
  return {
    'operation.changed': noteOperation,
    'installation.health.reported': noteHealth,
    'integration.always.changed': propagateRevision,
    'destination.saved': noteDestination,
    'destination.deleted': noteDestination,
  };
}
