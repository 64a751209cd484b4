import { notFound } from '../../../../lib/problem/not_found.ts';
import type { AttemptView, DeliveryView, DeliveryViewStore } from '../domain/delivery_view.ts';

type Stores = { deliveryViews: DeliveryViewStore };

/** A delivery with its attempts. Throws notFound: unknown, of another project, or deleted after its retention. */
export function makeGetDelivery({ stores }: { stores: Stores }) {
  return async function getDelivery(
    projectId: string,
    id: string,
  ): Promise<{ delivery: DeliveryView; attempts: AttemptView[] }> {
    const delivery = await stores.deliveryViews.find(projectId, id);
    if (!delivery) throw notFound('delivery');
    return { delivery, attempts: await stores.deliveryViews.attempts(projectId, id) };
  };
}
