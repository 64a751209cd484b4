import { ApiProblem } from '../../api/api_problem.ts';
import type { Call } from '../../api/call.ts';
import type { AnswerOf, CallArguments, OperationId, Schema } from '../../api/contract.ts';
import { customersOf, customerText } from '../filters/customer_text.ts';
import { addressOfPlace } from '../place/place.ts';
import { findByName, idIn, type SearchResult } from './found.ts';

/** The search covers the open project. `views` are the pages of the console, which it finds too. */
type SearchScope = { call: Call; project: Schema<'Project'>; views: readonly { path: string; title: string }[] };
type NamedItems = {
  integrations: readonly Schema<'Integration'>[];
  destinations: readonly Schema<'Destination'>[];
  providers: readonly { name: string; displayName: string }[];
};

const ALL = 1_000;
/** The number of connections that are searched for customers. */
const CUSTOMER_ROWS = 50;
const MAX_CUSTOMERS = 8;

/** Makes a function that searches the open project. It requests the short lists only once. */
export function makeLookUp({ call, project, views }: SearchScope): (text: string) => Promise<SearchResult[]> {
  let known: Promise<NamedItems> | null = null;
  const ask = async <Id extends OperationId>(id: Id, { path, query }: CallArguments = {}): Promise<AnswerOf<Id>> => {
    const asked = { path: { projectIdOrName: project.id, ...path }, ...(query && { query }) };
    // The request has no ETag, so the answer has a body.
    return (await call(id, asked)).body as AnswerOf<Id>;
  };
  const to = (view: string, rest: readonly string[] = [], filters: Record<string, string> = {}) =>
    addressOfPlace({ project: project.name, view, rest, filters });

  /** Throws ApiProblem. */
  return async function lookUp(text) {
    known ??= askKnown();
    known.catch(() => {
      known = null;
    });
    const id = idIn(text);
    return id === '' ? byName(text, await known) : byId(id, await known);
  };

  async function askKnown(): Promise<NamedItems> {
    const query = { pageSize: ALL };
    const [integrations, destinations, providers] = await Promise.all([
      ask('listIntegrations', { query }),
      ask('listDestinations', { query }),
      ask('listProviders'),
    ]);
    return { integrations, destinations, providers: Object.values(providers) };
  }

  async function byName(text: string, { integrations, destinations, providers }: NamedItems): Promise<SearchResult[]> {
    const [connections, installations] = await Promise.all([
      ask('listConnections', { query: { search: text, pageSize: CUSTOMER_ROWS } }),
      ask('listInstallationsForProject', { query: { search: text, pageSize: MAX_CUSTOMERS } }),
    ]);
    const nameOf = ({ name }: { name: string }) => [name];
    return [
      ...findByName(views, text, ({ title }) => [title]).map(({ path, title }) => ({
        kind: 'View',
        text: title,
        address: to(path),
      })),
      ...customersOf(connections.map(({ group }) => group))
        .slice(0, MAX_CUSTOMERS)
        .map((one) => ({
          kind: 'Customer',
          text: customerText(one),
          address: to('installations', [], { groupRef: one.ref }),
        })),
      ...installations.map(installationFound),
      ...findByName(integrations, text, nameOf).map(integrationFound),
      ...findByName(destinations, text, nameOf).map(({ id, name }) => ({
        kind: 'Destination',
        text: name,
        address: to('destinations', [id]),
      })),
      ...findByName(providers, text, ({ name, displayName }) => [name, displayName]).map(({ name, displayName }) => ({
        kind: 'Provider',
        text: displayName,
        address: to('providers', [name]),
      })),
    ];
  }

  async function byId(id: string, { integrations }: NamedItems): Promise<SearchResult[]> {
    const found = await Promise.all([
      orNone(async () => {
        const { actionType, status } = await ask('getOperation', { path: { operationId: id } });
        return { kind: 'Operation', text: `${actionType}, ${status}`, address: to('operations', [id]) };
      }),
      orNone(async () => {
        const { objectName, eventType, state } = await ask('getDelivery', { path: { deliveryId: id } });
        return { kind: 'Delivery', text: `${objectName ?? eventType}, ${state}`, address: to('deliveries', [id]) };
      }),
      orNone(async () => {
        const { group, provider } = await ask('getConnection', { path: { connectionId: id } });
        return { kind: 'Connection', text: `${group.groupName}: ${provider}`, address: to('connections', [id]) };
      }),
      orNone(async () => {
        const { name } = await ask('getDestination', { path: { destination: id } });
        return { kind: 'Destination', text: name, address: to('destinations', [id]) };
      }),
      ...integrations.filter((one) => one.id === id).map(integrationFound),
      // The address of an installation contains its integration, which cannot be derived from the id.
      ...integrations.map(({ id: integrationId }) =>
        orNone(async () => {
          const path = { integrationIdOrName: integrationId, installationId: id };
          return installationFound(await ask('getInstallation', { path }));
        }),
      ),
    ]);
    return found.filter((one) => one !== null);
  }

  function integrationFound({ id, name, provider }: Schema<'Integration'>): SearchResult {
    return { kind: 'Integration', text: `${name} (${provider})`, address: to('integrations', [id]) };
  }

  function installationFound({ id, integrationId, group, connection }: Schema<'Installation'>): SearchResult {
    const { groupName } = group ?? connection.group;
    const address = to('installations', [integrationId, id]);
    return { kind: 'Installation', text: `${groupName}: ${connection.provider}`, address };
  }
}

/** Null when nothing of this kind has the id (404), or the text is not a valid id (400). */
async function orNone(find: () => Promise<SearchResult>): Promise<SearchResult | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}
