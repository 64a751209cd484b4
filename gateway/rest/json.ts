import type { components } from '../gen/openapi.ts';

/** A body of the public interface by its name in openapi.yaml. */
export type Json<Name extends keyof components['schemas']> = components['schemas'][Name];

/**
 * The fields of a message that are passed on unchanged: the resource has them under the same name and type. A field that
 * the resource lacks does not compile, so no answer has a field that openapi.yaml does not describe.
 */
export type SharedFields<Message, Resource> = {
  [Field in keyof Message]: Field extends keyof Resource ? Required<Resource>[Field] : never;
};
