import type { Service } from '../trust/arrows.ts';

/**
 * The topics on which each service wakes its own replicas. No other service may publish or subscribe to these topics
 * (nats_rights.ts).
 */
export const wakeTopics = {
  identity: [],
  installation: ['installation_revocations'],
  reads: ['reads_operations', 'reads_credentials'],
  writes: ['writes_records'],
  notifications: ['notifications_deliveries'],
} as const satisfies Record<Service, readonly string[]>;

export type WakeTopic = (typeof wakeTopics)[Service][number];
