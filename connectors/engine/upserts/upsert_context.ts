import type { FieldsByObject } from '../../../lib/fields/field_definition.ts';
import type { SendRequest } from '../../../lib/http/outbound.ts';
import type { Outcomes } from './field_outcomes.ts';
import type { UpsertTarget } from './upsert_target.ts';

/** The input of a field upsert. `outcomes` collects the results; `now` is in Unix milliseconds. */
export type UpsertContext = {
  target: UpsertTarget;
  fields: FieldsByObject;
  outcomes: Outcomes;
  send: SendRequest;
  now: number;
};
