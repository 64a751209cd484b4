import type { Bus } from '../../../lib/events/bus.ts';
import { startConsumer, type Consumer } from '../../../lib/events/consumer.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { NoteDestination } from '../usecases/note_destination.ts';
import type { SpreadRevision } from '../usecases/spread_revision.ts';
import type { NoteOperation } from '../usecases/note_operation.ts';

type Options = {
  bus: Bus;
  log: Log;
  noteOperation: NoteOperation;
  noteDestination: NoteDestination;
  spreadRevision: SpreadRevision;
};

/** What the other services tell this one. */
export function hearEvents({ bus, log, noteOperation, noteDestination, spreadRevision }: Options): Promise<Consumer> {
  return startConsumer({
    bus,
    log,
    consumer: 'installation',
    handlers: {
      'operation.changed': noteOperation,
      'integration.always.changed': spreadRevision,
      'destination.saved': noteDestination,
      'destination.deleted': noteDestination,
    },
  });
}
