import { catalog, eventTypes } from '../../../lib/events/catalog.ts';
import type { Handlers } from '../../../lib/events/consumer.ts';
import type { DeliverNotification } from '../usecases/deliver_notification.ts';
import type { DeliverPage } from '../usecases/deliver_page.ts';

/** What notifications does with each event the catalogue sends it: pages become deliveries, builder events notifications. */
export function eventHandlers({ deliverPage, deliverNotification }: { deliverPage: DeliverPage; deliverNotification: DeliverNotification }): Handlers {
  const told = eventTypes().filter((type) => catalog[type].audience === 'builder' && catalog[type].consumers.includes('notifications'));
  return {
    ...Object.fromEntries(told.map((type) => [type, deliverNotification])),
    'read.page.committed': deliverPage,
  };
}
