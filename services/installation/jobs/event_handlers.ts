import type { Handlers } from '../../../lib/events/consumer.ts';
import type { NoteDestination } from '../usecases/note_destination.ts';
import type { NoteHealth } from '../usecases/note_health.ts';
import type { PropagateRevision } from '../usecases/propagate_revision.ts';
import type { NoteOperation } from '../usecases/note_operation.ts';

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
