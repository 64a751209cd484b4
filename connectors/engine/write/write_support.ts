import { ProviderFailure } from '../answer/failure.ts';
import type { Provider } from '../file/provider.ts';
import { WRITE_TYPES, type WriteType, type WriteVerb } from '../file/write_facts.ts';
import { callOf, hasPath, type WritePlan, writePlan } from './write_plan.ts';

export type WriteSupport = {
  types: WriteType[];
  /** Whether a create may be repeated without creating a second record: the file declares an idempotency key. */
  isRepeatable: boolean;
  /** Whether the file has a call that returns one record by its id. */
  canGet: boolean;
};

/** The writes of an object that its provider file declares. Never throws; an object without `write` has no types. */
export function writeSupport(provider: Provider, module: string | undefined, objectName: string): WriteSupport {
  const plan = planOf(provider, module, objectName);
  const can = (verb: WriteVerb) => {
    const call = plan && callOf(plan, verb);
    return plan !== null && call !== undefined && hasPath(plan, call as NonNullable<typeof call>);
  };
  const types = WRITE_TYPES.filter(can);
  const isRepeatable = types.includes('create') && plan?.write.idempotencyKey !== undefined;
  return { types, isRepeatable, canGet: can('get') };
}

function planOf(provider: Provider, module: string | undefined, objectName: string): WritePlan | null {
  try {
    return writePlan(provider, module, objectName);
  } catch (error) {
    if (error instanceof ProviderFailure) return null;
    throw error;
  }
}
