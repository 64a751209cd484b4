import type { CountStore } from '../../../../lib/counts/domain/counts.ts';

/** What is counted of deliveries over time: messages that arrived, and attempts that failed. */
export const DELIVERY_KINDS = ['delivered', 'failedAttempts'] as const;

export type DeliveryCountStore = CountStore<(typeof DELIVERY_KINDS)[number]>;
