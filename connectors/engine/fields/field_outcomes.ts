import type { FieldResult, FieldResults, FieldsByObject, UpsertResult } from './field_definition.ts';

/** What became of each field, written down as soon as it is known. */
export type Outcomes = {
  did(object: string, result: FieldResult): void;
  /** The field is not as asked. What was done with it all the same (created, but visible to nobody) stays in its result. */
  failed(object: string, fieldName: string, why: string): void;
  /** Whether the provider was changed already. */
  hasChanged(): boolean;
  /** Everything that has no outcome yet. */
  failRest(why: string): void;
  result(): UpsertResult;
};

export function fieldOutcomes(fields: FieldsByObject): Outcomes {
  const results = new Map(Object.keys(fields).map((object) => [object, new Map<string, FieldResult>()]));
  let success = true;

  const outcomes: Outcomes = {
    did: (object, result) => void results.get(object)?.set(result.fieldName, result),
    failed(object, fieldName, why) {
      success = false;
      const { warnings = [], ...before } = results.get(object)?.get(fieldName) ?? { fieldName, action: 'none' };
      outcomes.did(object, { ...before, warnings: [...warnings, why] });
    },
    hasChanged: () => [...results.values()].some((one) => [...one.values()].some(({ action }) => action !== 'none')),
    failRest(why) {
      for (const [object, definitions] of Object.entries(fields))
        for (const { fieldName } of definitions)
          if (!results.get(object)?.has(fieldName)) outcomes.failed(object, fieldName, why);
    },
    result: () => ({ success, fields: mapped(results, (one): FieldResults => Object.fromEntries(one)) }),
  };
  return outcomes;
}

function mapped<T, U>(table: Map<string, T>, translate: (value: T) => U): Record<string, U> {
  return Object.fromEntries([...table].map(([key, value]) => [key, translate(value)]));
}
