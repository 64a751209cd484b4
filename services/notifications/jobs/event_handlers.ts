import { catalog, eventTypes } from '../../../lib/events/catalog.ts';
import type { Handlers } from '../../../lib/events/consumer.ts';
import type { DeliverNotification } from '../routing/usecases/deliver_notification.ts';
import type { DeliverPages } from '../routing/usecases/deliver_pages.ts';
import { gathered } from './gathered.ts';

/** Max pages per transaction. */
const PAGES_AT_ONCE = 16;

/** Event handlers: pages become deliveries, builder events become notifications. */
export function eventHandlers({
  deliverPages,
  deliverNotification,
}: {
  deliverPages: DeliverPages;
  deliverNotification: DeliverNotification;
}): Handlers {
  const told = eventTypes().filter(
    (type) => catalog[type].audience === 'builder' && catalog[type].consumers.includes('notifications'),
  );
  return {
    ...Object.fromEntries(told.map((type) => [type, deliverNotification])),
    'read.page.committed': gathered(deliverPages, PAGES_AT_ONCE),
  };
}
