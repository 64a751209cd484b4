import type { EventHandlers } from '../../../lib/events/consumer.ts';
import type { UseCases } from '../use_cases.ts';

/**
 * Maps each event that the service `identity` consumes to its use case. The events are audit entries of other services.
 */
export function eventHandlers({ noteAudited }: Pick<UseCases, 'noteAudited'>): EventHandlers {
  return {
    'installation.audited': (event) => noteAudited('installation', event),
    'reads.audited': (event) => noteAudited('reads', event),
    'writes.audited': (event) => noteAudited('writes', event),
    'notifications.audited': (event) => noteAudited('notifications', event),
  };
}
