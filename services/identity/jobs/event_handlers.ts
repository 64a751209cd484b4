import type { Handlers } from '../../../lib/events/consumer.ts';
import type { UseCases } from '../use_cases.ts';

/** The event handlers of identity: what other services tell the audit log. */
export function eventHandlers({ noteAudited }: Pick<UseCases, 'noteAudited'>): Handlers {
  return {
    'installation.audited': (event) => noteAudited('installation', event),
    'reads.audited': (event) => noteAudited('reads', event),
    'writes.audited': (event) => noteAudited('writes', event),
    'notifications.audited': (event) => noteAudited('notifications', event),
  };
}
