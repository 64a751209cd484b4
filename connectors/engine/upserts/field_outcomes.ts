import type { FieldResult, FieldResults, FieldsByObject, UpsertResult } from '../../../lib/fields/field_definition.ts';

/** Collects the results of an upsert, one for each field. */
export type Outcomes = {
  did(object: string, result: FieldResult): void;
  /**
   * Records a failure. An action that was recorded before stays in the result: for example, a field was created, but
   * could not be made visible.
   */
  failed(object: string, fieldName: string, why: string): void;
  /** Whether anything was changed at the provider. */
  hasChanged(): boolean;
  /** Records a failure for every field without a result. */
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
