import type { components } from '../gen/openapi.ts';

/** A body of the public interface by its name in openapi.yaml. */
export type Json<Name extends keyof components['schemas']> = components['schemas'][Name];

/**
 * For the fields of a message that the resource has by the same name and type: they are passed on as they are. A field
 * that the resource lacks doesn't compile, so a message shows nothing that the document does not describe.
 */
export type SharedFields<Message, Resource> = {
  [Field in keyof Message]: Field extends keyof Resource ? Required<Resource>[Field] : never;
};
