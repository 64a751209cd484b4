import type { Bus } from '../../../lib/events/bus.ts';
import { startConsumer, type Consumer } from '../../../lib/events/consumer.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { NoteHealth } from '../usecases/note_health.ts';
import type { NoteDestination } from '../usecases/note_destination.ts';
import type { PropagateRevision } from '../usecases/propagate_revision.ts';
import type { NoteOperation } from '../usecases/note_operation.ts';

type Options = {
  bus: Bus;
  log: Log;
  noteOperation: NoteOperation;
  noteDestination: NoteDestination;
  noteHealth: NoteHealth;
  propagateRevision: PropagateRevision;
};

/** Subscribes the event handlers of this service. */
export function handleEvents({
  bus,
  log,
  noteOperation,
  noteDestination,
  noteHealth,
  propagateRevision,
}: Options): Promise<Consumer> {
  return startConsumer({
    bus,
    log,
    consumer: 'installation',
    handlers: {
      'operation.changed': noteOperation,
      'installation.health.reported': noteHealth,
      'integration.always.changed': propagateRevision,
      'destination.saved': noteDestination,
      'destination.deleted': noteDestination,
    },
  });
}
