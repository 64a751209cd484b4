import type { components, operations } from '../../gateway/gen/openapi.ts';

type Schemas = components['schemas'];

/**
 * The type of an answer. The server may be newer than the page, so a text may have values that the contract does not
 * list.
 */
type Opened<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? Opened<Item>[]
    : T extends object
      ? { [Key in keyof T]: Opened<T[Key]> }
      : T;

/** The type of a schema in an answer, such as `Schema<'Installation'>`. */
export type Schema<Name extends keyof Schemas> = Opened<Schemas[Name]>;

/** The values of an enum that a request may send, such as `RequestValue<'EventType'>`. */
export type RequestValue<Name extends 'AuditAction' | 'EventType'> = Schemas[Name];

export type OperationId = keyof operations;

type Body<T> = T extends { content: { 'application/json': infer Json } }
  ? Json
  : T extends { content: { 'text/plain': infer Text } }
    ? Text
    : undefined;
type Success<R> = { [S in keyof R]: S extends 200 | 201 | 202 | 204 ? Body<R[S]> : never }[keyof R];

/** The type of the body of a successful answer; undefined when the operation has no body. */
export type AnswerOf<Id extends OperationId> = Opened<Success<operations[Id]['responses']>>;

/** The arguments of a call: values for the path, the query and the body. */
export type CallArguments = {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
};
