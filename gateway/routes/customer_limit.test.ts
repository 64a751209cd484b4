import { describe, expect, it } from '@jest/globals';
import { loadDocument, type Operation, operationsOf } from '../contract/document.ts';

/** Operations on things that belong to the project. All its customers may see them. */
const PROJECT_WIDE = ['getProject', 'listProviderApps', 'listIntegrations', 'getIntegration'];
/**
 * Parameters that identify the owner of a thing, as customer_limit.ts reads them. The service that stores sessions
 * checks them.
 */
const LIMITED = ['groupRef', 'consumerRef', 'connectionId', 'installationId', 'sessionId'];
/** Parameters that name things of the project, not of a group. */
const OF_THE_PROJECT = ['projectIdOrName', 'projectId', 'integrationIdOrName', 'revisionId', 'providerAppId'];
/** The provider's own names for accounts and clients. */
const OF_THE_PROVIDER = ['providerWorkspaceRef', 'clientId'];

const document = loadDocument();
const open = operationsOf(document).filter(({ access }) => access.customer === 'group');

type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
};

function names(operation: Operation): string[] {
  return [...operation.parameters.map(({ name }) => name), ...pathsOf((operation.body?.schema ?? {}) as Schema)];
}

function pathsOf(schema: Schema): string[] {
  if (schema.$ref) return pathsOf(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] as Schema);
  const branches = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(pathsOf);
  const here = Object.entries(schema.properties ?? {}).flatMap(([name, below]) => [
    name,
    ...pathsOf(below).map((path) => `${name}.${path}`),
  ]);
  return [...here, ...branches];
}

describe('every operation that customers may call', () => {
  it.each(open.map((operation) => [operation.operationId, operation] as const))(
    '%s says whose its things are, in words that the limit knows and where it looks',
    (operationId, operation) => {
      const identifying = names(operation).filter((path) => /(Id|Ref|IdOrName)$/.test(path));
      const last = (path: string) => path.split('.').at(-1) ?? '';
      const known = [...LIMITED, ...OF_THE_PROJECT, ...OF_THE_PROVIDER];
      expect(identifying.filter((path) => !known.includes(last(path)))).toEqual([]);
      const limiting = identifying.filter((path) => LIMITED.includes(last(path)));
      expect(limiting.length > 0).toBe(!PROJECT_WIDE.includes(operationId));
      for (const path of limiting) expect(path).toMatch(/^((connection|installation)\.)?\w+$/);
    },
  );
});
