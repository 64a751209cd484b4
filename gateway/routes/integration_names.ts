import { isId } from '../../lib/ids/ids.ts';
import type { Operation } from '../contract/document.ts';
import type { Services } from '../rest/operation.ts';
import type { AnyRoute } from '../rest/router.ts';

type Request = Parameters<AnyRoute>[0];
type Texts = Record<string, unknown>;

const IN_PATH = 'integrationIdOrName';
const IN_QUERY = 'integrationId';
/** Operations whose RPC accepts a name, so that the look-up and the change are one transaction. */
const ASK_BY_NAME = ['getIntegration', 'deleteIntegration'];

/**
 * Replaces the name of an integration by its id, for every operation that accepts both, so that services and routes get
 * ids only. A value with the form of an id is not looked up. An unknown name gets a 404, like an unknown id.
 */
export function resolveIntegrationNames(
  operations: Operation[],
  routes: Record<string, AnyRoute>,
  services: Pick<Services, 'installation'>,
): Record<string, AnyRoute> {
  const wrapped = operations
    .filter(({ operationId }) => !ASK_BY_NAME.includes(operationId))
    .filter(({ parameters }) => parameters.some(({ name }) => name === IN_PATH || name === IN_QUERY))
    .map(({ operationId }) => [operationId, withIds(routes[operationId] as AnyRoute, services)] as const);
  return { ...routes, ...Object.fromEntries(wrapped) };
}

function withIds(route: AnyRoute, { installation }: Pick<Services, 'installation'>): AnyRoute {
  return async (request) => {
    const path = await resolved(request, request.path as Texts, IN_PATH);
    const query = await resolved(request, request.query as Texts, IN_QUERY);
    return route({ ...request, path, query } as unknown as Request);
  };

  async function resolved({ call, projectId }: Request, part: Texts, parameter: string): Promise<Texts> {
    const text = part[parameter];
    if (typeof text !== 'string' || isId(text)) return part;
    const { id } = await installation.getIntegration(call, { projectId, integrationIdOrName: text });
    return { ...part, [parameter]: id };
  }
}
