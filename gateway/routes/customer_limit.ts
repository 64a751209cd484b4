import { Problem } from '../../lib/problem/problem.ts';
import type { Caller__Output as Caller } from '../../protos/gen/causeway/identity/v1/Caller.ts';
import type { Operation } from '../contract/document.ts';
import { filterList, isListAnswer } from '../rest/list_answer.ts';
import type { Services } from '../rest/operation.ts';
import type { AnyRoute } from '../rest/router.ts';
import { checkConnect, isConnectKey, isWithin } from './connect_limit.ts';
import { ABSENT_ID, type OwnershipChecks, ownershipChecks } from './ownership_checks.ts';

type Fields = Record<string, unknown>;
type Request = Parameters<AnyRoute>[0];
type LooseRequest = { caller: Caller; path: Fields; query: Fields; body: unknown };

const REF_FIELDS = ['groupRef', 'consumerRef'] as const;
const ID_FIELDS = ['connectionId', 'installationId'] as const;
/** Objects in a body whose fields are checked like the fields of the body itself. */
const INNER_OBJECTS = ['connection', 'installation'];
const MAX_AUTHOR_LENGTH = 191;

/**
 * Limits a customer's token to its own group and consumer. It wraps every route that `x-access` opens to customers. It
 * works by parameter name, so a new operation is limited by the names of its parameters. The ref of another customer is
 * refused; a missing ref is filled in. The id of another customer's connection or installation is replaced by an id
 * that does not exist, so that the answer is the same as for an absent row. Items of other customers are removed from
 * lists. If a service itself selects by group, `consumerRef` in the request limits it.
 */
export function limitCustomers(
  operations: Operation[],
  routes: Record<string, AnyRoute>,
  { installation }: Pick<Services, 'installation'>,
): Record<string, AnyRoute> {
  const open = operations.filter(({ access }) => access.customer === 'group');
  const limited = open.map((operation) => {
    const route = routes[operation.operationId] as AnyRoute;
    return [operation.operationId, limitRoute(operation, route, ownershipChecks(installation))] as const;
  });
  return { ...routes, ...Object.fromEntries(limited) };
}

function limitRoute(operation: Operation, route: AnyRoute, owns: OwnershipChecks): AnyRoute {
  return async (request) => {
    const { caller } = request;
    if (caller.scheme !== 'customer') return route(request);
    const loose = request as unknown as LooseRequest;
    for (const part of partsOf(loose)) checkRefs(part, caller);
    if (isConnectKey(caller)) checkConnect(partsOf(loose), caller);
    const query = { ...loose.query, ...refsLeftOut(operation, loose.query, caller) };
    const ids = await ownIds(request, loose, owns);
    const path = { ...loose.path, ...ids(loose.path) };
    const body = withCreatedBy(withIds(loose.body, ids), caller);
    const answer = await route({ ...loose, path, query: { ...query, ...ids(query) }, body } as unknown as Request);
    if (isListAnswer(answer)) return filterList(answer, (item) => isNobodyElses(item as Fields, caller));
    return Array.isArray(answer) ? answer.filter((item) => isNobodyElses(item as Fields, caller)) : answer;
  };
}

/** All objects of a request that can contain a ref or an id. */
function partsOf({ path, query, body }: Pick<LooseRequest, 'path' | 'query' | 'body'>): Fields[] {
  const inner = isFields(body) ? INNER_OBJECTS.map((name) => body[name]) : [];
  return [path, query, body, ...inner].filter(isFields);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkRefs(part: Fields, caller: Caller): void {
  const foreign = REF_FIELDS.find((name) => part[name] !== undefined && part[name] !== caller[name]);
  if (foreign === undefined) return;
  throw new Problem('permissionDenied', `This token is not for that ${foreign}.`, {
    remedy: 'Ask only for the group and consumer that the token was made for, or get a token for the other one.',
  });
}

function refsLeftOut({ parameters }: Operation, query: Fields, caller: Caller): Fields {
  const declared = REF_FIELDS.filter((name) => parameters.some((one) => one.in === 'query' && one.name === name));
  return Object.fromEntries(declared.filter((name) => query[name] === undefined).map((name) => [name, caller[name]]));
}

/** Looks up each id once. The result replaces ids of other customers by an id that does not exist. */
async function ownIds(request: Request, loose: LooseRequest, owns: OwnershipChecks): Promise<(part: Fields) => Fields> {
  const named = partsOf(loose).flatMap((part) =>
    ID_FIELDS.filter((name) => typeof part[name] === 'string').map((name) => [name, String(part[name])] as const),
  );
  const foreign = new Set<string>();
  for (const [name, id] of named) if (!(await owns[name](request, id, loose.path))) foreign.add(id);
  return (part) =>
    Object.fromEntries(ID_FIELDS.filter((name) => foreign.has(String(part[name]))).map((name) => [name, ABSENT_ID]));
}

function withIds(body: unknown, ids: (part: Fields) => Fields): unknown {
  if (!isFields(body)) return body;
  const inner = INNER_OBJECTS.filter((name) => isFields(body[name])).map((name) => {
    const part = body[name] as Fields;
    return [name, { ...part, ...ids(part) }];
  });
  return { ...body, ...ids(body), ...Object.fromEntries(inner) };
}

/** Sets `createdBy` to the token's consumer; a customer cannot choose it. */
function withCreatedBy(body: unknown, { consumerRef }: Caller): unknown {
  if (!isFields(body)) return body;
  // The cut must not split a surrogate pair.
  const createdBy = `consumer:${consumerRef}`.slice(0, MAX_AUTHOR_LENGTH).replace(/\p{Cs}$/u, '');
  const sign = (part: Fields) => (isFields(part['config']) ? { config: { ...part['config'], createdBy } } : {});
  const { installation } = body;
  return {
    ...body,
    ...sign(body),
    ...(isFields(installation) && { installation: { ...installation, ...sign(installation) } }),
  };
}

/**
 * Whether an item belongs to the caller's group and consumer, itself or by its connection, or to no customer. For a
 * connect session, it must also be of the session's provider and integration.
 */
function isNobodyElses(item: Fields, caller: Caller): boolean {
  if (isConnectKey(caller) && !isWithin(item, caller)) return false;
  const owner = (isFields(item['connection']) ? item['connection'] : item) as { group?: Fields; consumer?: Fields };
  const isOfAnother = (part: Fields | undefined, name: (typeof REF_FIELDS)[number]) =>
    part !== undefined && part[name] !== caller[name];
  return !isOfAnother(owner.group, 'groupRef') && !isOfAnother(owner.consumer, 'consumerRef');
}
