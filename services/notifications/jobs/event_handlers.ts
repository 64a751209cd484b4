import { batchCalls } from '../../../lib/batch/batched.ts';
import { eventCatalog, eventTypes } from '../../../lib/events/catalog.ts';
import type { EventHandlers } from '../../../lib/events/consumer.ts';
import type { UseCases } from '../use_cases.ts';

/** Up to 16 pages share a transaction. If the transaction fails, each page is retried alone. */
const PAGE_BATCHES = { maxBatch: 16, retriesAlone: true };

/** Maps events to use cases: pages become deliveries, builder events become notifications. */
export function eventHandlers({ deliverPages, deliverNotification }: UseCases): EventHandlers {
  const builderTypes = eventTypes().filter(
    (type) => eventCatalog[type].audience === 'builder' && eventCatalog[type].consumers.includes('notifications'),
  );
  return {
    ...Object.fromEntries(builderTypes.map((type) => [type, deliverNotification])),
    'read.page.committed': inBatches(deliverPages),
  };
}

function inBatches<Page>(deliver: (pages: Page[]) => Promise<void>): (page: Page) => Promise<void> {
  return batchCalls(async (pages: Page[]) => {
    await deliver(pages);
    return pages.map(() => undefined);
  }, PAGE_BATCHES);
}
