import type { QuotaStore } from '../../domain/quota.ts';

type Stores = { quotas: QuotaStore };

type Owner = { projectId: string; groupRef: string };

/**
 * Locks both quotas of connections. A transaction calls it before it touches groups and consumers: all transactions lock
 * in the same order, so that none waits for another in a circle. Throws unprocessable; the locks are held then, too.
 */
export async function reserveConnection(s: Stores, { projectId, groupRef }: Owner): Promise<void> {
  await s.quotas.reserve('connections', { projectId });
  await s.quotas.reserve('connectionsOfGroup', { projectId, groupRef });
}

/** The early answer, before a customer goes to the provider. Throws unprocessable. */
export async function checkConnectionQuotas(s: Stores, { projectId, groupRef }: Owner): Promise<void> {
  await s.quotas.check('connections', { projectId });
  await s.quotas.check('connectionsOfGroup', { projectId, groupRef });
}
