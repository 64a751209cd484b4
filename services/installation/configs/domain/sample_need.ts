import type { PlannedObject } from '../../../../lib/read_plan/read_plan.ts';
import { plannedFields } from './object_plan.ts';

/** Fields that a sample or a scheduled read has already requested: object → fields. */
export type AskedFields = ReadonlyMap<string, ReadonlySet<string>>;

const EVERY_FIELD = ['*'];

/** Adds the fields of all scheduled plans to `known`. */
export function askedFields(plans: readonly PlannedObject[], known: AskedFields = new Map()): AskedFields {
  const asked = new Map<string, ReadonlySet<string>>(known);
  for (const plan of plans.filter(readsByItself))
    asked.set(plan.objectName, new Set([...(asked.get(plan.objectName) ?? []), ...fieldsOf(plan)]));
  return asked;
}

/** Scheduled plans with an object or a field that `asked` lacks. The provider may still refuse those. */
export function plansToSample(plans: readonly PlannedObject[], asked: AskedFields): PlannedObject[] {
  return plans.filter((plan) => {
    const fields = asked.get(plan.objectName);
    return readsByItself(plan) && !(fields && fieldsOf(plan).every((field) => fields.has(field)));
  });
}

function readsByItself({ schedule, disabled }: PlannedObject): boolean {
  return schedule !== '' && !disabled;
}

function fieldsOf(plan: PlannedObject): string[] {
  return plan.selection.selectAll ? EVERY_FIELD : plannedFields(plan);
}
