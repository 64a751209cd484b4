import type { components, operations } from '../../gateway/gen/openapi.ts';

/** A schema of the public contract, such as `Schema<'Installation'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type OperationId = keyof operations;

type Body<T> = T extends { content: { 'application/json': infer Json } }
  ? Json
  : T extends { content: { 'text/plain': infer Text } }
    ? Text
    : undefined;
type Success<R> = { [S in keyof R]: S extends 200 | 201 | 202 | 204 ? Body<R[S]> : never }[keyof R];

/** The body of a successful answer; undefined when it has none. */
export type AnswerOf<Id extends OperationId> = Success<operations[Id]['responses']>;

/** What a call passes: values for the address, the query and the body. */
export type Asked = {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
};
