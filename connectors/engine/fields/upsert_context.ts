import type { Send } from '../../../lib/http/outbound.ts';
import type { FieldsByObject, UpsertTarget } from './field_definition.ts';
import type { Outcomes } from './field_outcomes.ts';

/** What whoever makes fields works with: where, which, what became of each, and the clock. */
export type UpsertContext = {
  target: UpsertTarget;
  fields: FieldsByObject;
  outcomes: Outcomes;
  send: Send;
  now: number;
};
