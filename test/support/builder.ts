import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { destinationsIn } from '../../gateway/routes/installation/resolve_destinations.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { checkDeclared } from './declared_answers.ts';
import { type Answer, request } from './platform.ts';
import type { Receiver } from './webhook_receiver.ts';

/**
 * The address and key of a platform, and the project of the builder. A platform has this type; so does another project
 * on it.
 */
type Login = { origin: string; ready: { apiKey: string; project: { name: string } } };

export type Operation = {
  id: string;
  status: 'in_progress' | 'success' | 'failure';
  result?: string;
  metadata: { objects: string[]; progress: { recordsProcessed: number; recordsEstimatedTotal?: number } };
};
type LogLine = { timestamp: string; severity: string; message: { msg: string; error?: string } };
type Fields = Record<string, unknown>;

export type Builder = ReturnType<typeof aBuilder>;

/**
 * A builder that does the steps of the main use case with public endpoints only, for suites that test one of these
 * steps. `call` and `read` return any answer; the other functions throw unless they succeed. Every answer is validated
 * against the public OpenAPI document.
 */
export function aBuilder({ origin, ready }: Login) {
  const project = `/projects/${ready.project.name}`;
  /** Sends a request. `body`: a value, or JSON text. */
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const type = body !== undefined && { 'content-type': 'application/json' };
    const answer = await request(origin, method, path, {
      headers: { 'x-api-key': ready.apiKey, ...type, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    checkDeclared(method, path, answer);
    return answer;
  }
  /** Calls a path below the project, on the main base URL (`call`) or the read base URL (`read`). */
  const call = (method: string, path: string, body?: unknown) => send(method, `/v1${project}${path}`, body);
  const read = (method: string, path: string, body?: unknown) => send(method, `/read/v1${project}${path}`, body);
  /** Writes records of an object. `idempotencyKey`: the value of the header Idempotency-Key. */
  const write = (integrationId: string, object: string, body: unknown, idempotencyKey?: string) =>
    send(
      'POST',
      `/write/v1${project}/integrations/${integrationId}/objects/${object}`,
      body,
      idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
    );

  async function get<T>(path: string): Promise<T> {
    return succeeded<T>(await call('GET', path));
  }

  async function addDestination(name: string, receiver: Pick<Receiver, 'url' | 'verifyWith'>): Promise<string> {
    const body = { name, type: 'webhook', metadata: { url: receiver.url } };
    const { id } = succeeded<{ id: string }>(await call('POST', '/destinations', body));
    receiver.verifyWith(await signingKey(name));
    return id;
  }

  async function signingKey(destination: string): Promise<string> {
    const found = await get<{ secrets: { webhookSigningKey: string } }>(
      `/destinations/${destination}?includeSecrets=true`,
    );
    return found.secrets.webhookSigningKey;
  }

  /** Creates a topic and routes these events through it to a destination; returns the id of the topic. */
  async function routeEvents(name: string, destinationId: string, eventTypes: readonly string[]): Promise<string> {
    const { id: topicId } = succeeded<{ id: string }>(await call('POST', '/topics', { name }));
    for (const eventType of eventTypes)
      succeeded(await call('POST', '/notification-event-topic-routes', { eventType, topicId }));
    succeeded(await call('POST', '/topic-destination-routes', { topicId, destinationId }));
    return topicId;
  }

  /** Creates the destinations that do not exist yet. They have no receiver. */
  async function addMissing(...names: string[]): Promise<void> {
    for (const name of names) {
      const metadata = { url: `https://hooks.acme.example/${name}` };
      const answer = await call('POST', '/destinations', { name, type: 'webhook', metadata });
      if (answer.status !== 409) succeeded(answer);
    }
  }

  /** Deploys one integration and creates its missing destinations; returns the id of the integration. */
  async function deploy(integration: Fields): Promise<string> {
    await addMissing(...destinationsIn(integration));
    const sourceYaml = stringify({ specVersion: '1.0.0', integrations: [{ provider: 'sandbox', ...integration }] });
    const [deployed] = succeeded<{ id: string }[]>(await call('PUT', '/integrations:batch', { sourceYaml }));
    return deployed?.id ?? '';
  }

  /** Creates a connection to the sandbox by API key, unless `fields` override it. */
  async function connect(sandbox: Pick<Sandbox, 'url'>, groupRef: string, fields: Fields = { apiKey: 'sandbox-key' }) {
    const body = {
      provider: 'sandbox',
      groupRef,
      consumerRef: 'person',
      providerMetadata: { baseUrl: sandbox.url },
      ...fields,
    };
    return succeeded<{ id: string; status: string; isVerified: boolean; authScheme: string }>(
      await call('POST', '/connections:generate', body),
    );
  }

  /** Requests an installation that reads `objects` (by name, with config parts); returns the answer unchecked. */
  function install(
    integrationId: string,
    groupRef: string,
    objects: Record<string, Fields>,
    also: Fields = {},
  ): Promise<Answer> {
    const { provider = 'sandbox', query = '', write, proxy, ...more } = also;
    const named = Object.fromEntries(
      Object.entries(objects).map(([objectName, config]) => [objectName, { objectName, ...config }]),
    );
    return call('POST', `/integrations/${integrationId}/installations${String(query)}`, {
      groupRef,
      config: {
        content: {
          provider,
          read: { objects: named },
          ...(write !== undefined && { write }),
          ...(proxy !== undefined && { proxy }),
        },
      },
      ...more,
    });
  }

  /** Does all steps up to an installation; returns its id. */
  async function installed(
    integrationId: string,
    groupRef: string,
    objects: Record<string, Fields>,
    also: Fields = {},
  ): Promise<string> {
    return succeeded<{ id: string }>(await install(integrationId, groupRef, objects, also)).id;
  }

  const getOperation = (id: string) => get<Operation>(`/operations/${id}`);
  const logs = (id: string) => get<LogLine[]>(`/operations/${id}/logs`);

  async function listOperations(integrationId: string, installationId: string): Promise<Operation[]> {
    return (
      await get<{ results: Operation[] }>(`/integrations/${integrationId}/installations/${installationId}/operations`)
    ).results;
  }

  async function trigger(integrationId: string, object: string, groupRef: string, span: Fields = {}): Promise<string> {
    const answer = await read('POST', `/integrations/${integrationId}/objects/${object}`, {
      groupRef,
      mode: 'async',
      ...span,
    });
    return succeeded<{ operationId: string }>(answer).operationId;
  }

  /** Waits until the operation has ended, and returns it. Rejects after `ms`. */
  async function finished(id: string, ms = 20_000): Promise<Operation> {
    for (const end = performance.now() + ms; ; await sleep(40)) {
      const operation = await getOperation(id);
      if (operation.status !== 'in_progress') return operation;
      if (performance.now() > end) throw new Error(`Operation ${id} has not ended: ${JSON.stringify(await logs(id))}`);
    }
  }

  /** Waits until an installation has `count` operations and all have ended; returns them, newest first. */
  async function allFinished(
    integrationId: string,
    installationId: string,
    count: number,
    ms = 20_000,
  ): Promise<Operation[]> {
    for (const end = performance.now() + ms; ; await sleep(40)) {
      const operations = await listOperations(integrationId, installationId);
      if (operations.length >= count && operations.every(({ status }) => status !== 'in_progress')) return operations;
      if (performance.now() > end) throw new Error(`Not ${count} finished operations: ${JSON.stringify(operations)}`);
    }
  }

  return {
    origin,
    projectName: ready.project.name,
    send,
    call,
    read,
    write,
    get,
    addDestination,
    addMissing,
    signingKey,
    routeEvents,
    deploy,
    connect,
    install,
    installed,
    getOperation,
    logs,
    listOperations,
    trigger,
    finished,
    allFinished,
  };
}

/** Returns the body of a successful answer; throws for any other answer. */
export function succeeded<T = unknown>({ status, body, text }: Answer): T {
  if (status < 200 || status > 299) throw new Error(`Answered ${status}: ${text}`);
  return body as T;
}
