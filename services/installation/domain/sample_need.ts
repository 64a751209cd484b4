import { plannedFields, type ObjectPlan } from './read_plan.ts';

/** What the provider has been asked for in a sample, or is asked for already: object → fields. */
export type AskedFields = ReadonlyMap<string, ReadonlySet<string>>;

const EVERY_FIELD = ['*'];

/** The plans that are read by themselves, as what they ask for. */
export function askedFields(plans: readonly ObjectPlan[], known: AskedFields = new Map()): AskedFields {
  const asked = new Map<string, ReadonlySet<string>>(known);
  for (const plan of plans.filter(readsByItself))
    asked.set(plan.objectName, new Set([...(asked.get(plan.objectName) ?? []), ...fieldsOf(plan)]));
  return asked;
}

/** Plans that ask for an object or a field that `asked` does not have: only those can be refused for the first time. */
export function plansToSample(plans: readonly ObjectPlan[], asked: AskedFields): ObjectPlan[] {
  return plans.filter((plan) => {
    const fields = asked.get(plan.objectName);
    return readsByItself(plan) && !(fields && fieldsOf(plan).every((field) => fields.has(field)));
  });
}

function readsByItself({ schedule, disabled }: ObjectPlan): boolean {
  return schedule !== '' && !disabled;
}

function fieldsOf(plan: ObjectPlan): string[] {
  return plan.selection.selectAll ? EVERY_FIELD : plannedFields(plan);
}
