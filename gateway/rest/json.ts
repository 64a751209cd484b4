import type { components } from '../gen/openapi.ts';

/** The type of a schema of openapi.yaml, by its name. */
export type Json<Name extends keyof components['schemas']> = components['schemas'][Name];

/**
 * The fields of a message that are passed on unchanged: the resource has the same names and types. A field that the
 * resource does not have does not compile, so no answer has a field that openapi.yaml does not describe.
 */
export type SharedFields<Message, Resource> = {
  [Field in keyof Message]: Field extends keyof Resource ? Required<Resource>[Field] : never;
};
