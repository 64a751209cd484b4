import type { EventHandlers } from '../../../lib/events/consumer.ts';
import type { UseCases } from '../use_cases.ts';

/** Maps each event that the service `installation` consumes to its use case. */
export function eventHandlers(useCases: UseCases): EventHandlers {
  return {
    'operation.changed': useCases.noteOperation,
    'write.operation.ended': useCases.noteOperation,
    'installation.health.reported': useCases.noteHealth,
    'integration.always.changed': useCases.propagateRevision,
    'destination.saved': useCases.noteDestination,
    'destination.deleted': useCases.noteDestination,
  };
}
