import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from '../../lib/rpc/call.ts';
import type { GrantedClient } from '../../lib/rpc/client.ts';
import type { Caller__Output as Caller } from '../../protos/gen/causeway/identity/v1/Caller.ts';
import type { operations } from '../gen/openapi.ts';
import type { HtmlPage } from '../pages/html_page.ts';
import type { ListAnswer } from './list_answer.ts';
import type { StatusAnswer } from './status_answer.ts';

export type OperationId = keyof operations;

/** The services with the RPCs that the gateway may call. */
export type Services = {
  identity: GrantedClient<'gateway', 'identity'>;
  installation: GrantedClient<'gateway', 'installation'>;
  reads: GrantedClient<'gateway', 'reads'>;
  notifications: GrantedClient<'gateway', 'notifications'>;
  /** Missing where the service is not deployed. */
  writes?: GrantedClient<'gateway', 'writes'>;
};

type Parameters<Id extends OperationId> = operations[Id]['parameters'];
type PathOf<P> = P extends { path: infer Path } ? Path : Record<string, never>;
type QueryOf<P> = P extends { query?: infer Query }
  ? unknown extends Query
    ? Record<string, never>
    : NonNullable<Query>
  : Record<string, never>;
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : operations[Id] extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? Partial<Body>
    : operations[Id] extends { requestBody: { content: { 'application/zip': unknown } } }
      ? Uint8Array
      : undefined;

/** A request that was validated against openapi.yaml. */
export type RouteRequest<Id extends OperationId> = {
  call: Call;
  /** The caller is `NOBODY` for operations without security. */
  caller: Caller;
  /** The id of the project in the path; empty when the path names no project. */
  projectId: string;
  path: PathOf<Parameters<Id>>;
  query: QueryOf<Parameters<Id>>;
  body: BodyOf<Id>;
  /** Sign-ins read the cookies; writes read `Idempotency-Key`. */
  headers: IncomingHttpHeaders;
};

type ContentOf<R> = R extends { content: infer C } ? C[keyof C] : undefined;
type SuccessOf<R> = R extends { 200: infer Ok }
  ? ContentOf<Ok>
  : R extends { 201: infer Created }
    ? ContentOf<Created>
    : R extends { 202: infer Accepted }
      ? ContentOf<Accepted>
      : undefined;

/** The value that a handler returns: the success body of its operation, a page, or nothing for 204. */
type RouteResponse<Id extends OperationId> =
  SuccessOf<operations[Id]['responses']> extends undefined ? void : Answer<SuccessOf<operations[Id]['responses']>>;
type Answer<Body> = [Body] extends [string]
  ? Body | HtmlPage
  : [Body] extends [readonly unknown[]]
    ? Body | ListAnswer
    : Body | StatusAnswer;

type Route<Id extends OperationId> = (request: RouteRequest<Id>) => Promise<RouteResponse<Id>>;
export type Routes<Id extends OperationId> = { [K in Id]: Route<K> };
