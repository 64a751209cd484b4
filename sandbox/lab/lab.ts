/**
 * The provider lab: a simulated provider for every provider file, offline. It reads the same file as the engine, for
 * the opposite purpose. The engine takes from a file which URLs to call, how to authenticate and where the records are
 * in a response. The lab takes from it which URLs to serve, which credentials to accept and where to put the records.
 *
 *   provider file ── pointAtLab ──▶ the same facts, every URL under <lab>/<provider>/<original host>
 *        │                                 │
 *        │                          engine: requests ──▶ lab: requests/   the requested object, page or token
 *        │                                                    sign_in/    authentication
 *        │                                                    list_query.ts, records/selection.ts   which records
 *        └── seed ── records/   what the records are
 *                          engine: records ◀── lab: answers/   the response with records and next page
 *
 * Nothing is stored: a record is a function of seed, object and index until a test or a client changes it (writes/). So
 * `recordsOf` knows what a full read must deliver, and runs with the same seed are identical. The lab proves that
 * engine and file fit together. It cannot prove that the file is right, because lab and engine read the same file;
 * recorded responses of real providers do that.
 *
 * sandbox/README.md and docs/lab.md describe how to use it.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Credentials } from '../../connectors/engine/auth/auth.ts';
import { pointAtLab } from '../../connectors/engine/catalogue/lab_addresses.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { type Clock, systemClock } from '../../lib/time/clock.ts';
import { answer } from './answer.ts';
import { expectedRecords, type Narrowing } from './answers/expected_records.ts';
import { json } from './answers/json_answer.ts';
import { chosenProviders } from './chosen_providers.ts';
import { type ReadableObject, readableObjects } from './conformance/readable_objects.ts';
import { controlAnswer } from './control/control_routes.ts';
import { createLabControl, type LabControl } from './control/lab_control.ts';
import { serve } from './lab_over_http.ts';
import type { LabAnswer, LabRequest } from './lab_request.ts';
import { sendWithin } from './send_within.ts';
import { labCredentials, labVariables } from './sign_in/credentials.ts';
import { createSimulation, type Simulation } from './simulation.ts';

export type LabOptions = {
  /** Names of provider files, or parsed provider files. Default: every file of the package. */
  providers?: readonly (string | Provider)[];
  /** A folder with your own provider files. */
  providersDir?: string | undefined;
  /** The number of records of each object. Default: 100. */
  records?: number;
  seed?: number;
  /** Unix milliseconds. Records were updated in the 90 days before it. The default is fixed. */
  epoch?: number;
  /** The page size when neither the file nor the request sets one. Default: 25. */
  usualPage?: number;
  /**
   * If true, every third record lacks the time that the provider filters by, until the record's first change. If false,
   * the default, this happens only in objects whose `updatedAt` lists several fields.
   */
  untimed?: boolean;
  /** Show a consent page in OAuth sign-ins. Default: false. */
  mustAsk?: boolean;
  /** Default: 0, any free port. */
  port?: number;
  host?: string;
  clock?: Clock;
};

export type Lab = {
  /** The value for CAUSEWAY_LAB_URL. */
  url: string;
  /** Unix milliseconds. All records were updated before it. */
  epoch: number;
  control: LabControl;
  /** The names of all served providers. */
  names(): string[];
  /** The provider file with its URLs pointed at the lab. */
  provider(name: string): Provider;
  objectsOf(provider: string): ReadableObject[];
  /** The records that a full read must deliver. */
  recordsOf(provider: string, object: string, narrowing?: Narrowing): JsonObject[];
  /** Valid credentials; for OAuth a new access token. */
  credentials(provider: string): Credentials;
  variables(provider: string): Record<string, string>;
  /** Calls the lab in this process, without a socket. */
  send: SendRequest;
  stop(): Promise<void>;
};

const labDefaults = {
  records: 100,
  seed: 1,
  epoch: Date.UTC(2026, 0, 1),
  usualPage: 25,
  untimed: false,
  mustAsk: false,
  port: 0,
  host: '127.0.0.1',
  clock: systemClock,
} satisfies Omit<Required<LabOptions>, 'providers' | 'providersDir'>;

/** Starts the lab. Resolves when it listens; rejects when the port is in use. */
export async function startLab(options: LabOptions = {}): Promise<Lab> {
  const settings = { ...labDefaults, ...options };
  const server = createServer();
  const port = await listen(server, settings.port, settings.host);
  const url = `http://${settings.host === '0.0.0.0' ? '127.0.0.1' : settings.host}:${port}`;
  const { handle, ...lab } = open(options, url);
  server.on('request', (request, response) => void serve(handle, url, request, response));
  server.keepAliveTimeout = 60_000;
  return { ...lab, stop: () => stop(server) };
}

/** A lab without a socket, which only this process can call. `url`: the origin in the addresses of its providers. */
export function openLab(options: LabOptions, url: string): Omit<Lab, 'stop'> {
  const { handle: _handle, ...lab } = open(options, url);
  return lab;
}

function open(options: LabOptions, url: string) {
  const settings = { ...labDefaults, ...options };
  const providers = chosenProviders(options);
  const simulations = new Map<string, Simulation>();

  function simulation(name: string): Simulation | undefined {
    const found = simulations.get(name);
    const provider = found ? undefined : providers.get(name);
    if (found || !provider) return found;
    const made = createSimulation(pointAtLab(provider, url), settings);
    simulations.set(name, made);
    return made;
  }

  function known(name: string): Simulation {
    const found = simulation(name);
    if (!found) throw new Error(`The lab has no provider ${name}.`);
    return found;
  }

  const control = createLabControl({ get: simulation, open: () => simulations.values() });
  const handle = (request: LabRequest) => route({ simulation, control, names: providers.names }, request);
  const lab: Omit<Lab, 'stop'> = {
    url,
    epoch: settings.epoch,
    control,
    names: () => [...providers.names],
    provider: (name) => known(name).world.provider,
    objectsOf: (name) => readableObjects(known(name).world.provider),
    recordsOf: (name, object, narrowing) => expectedRecords(known(name).world, object, narrowing),
    credentials(name) {
      const { world, keys } = known(name);
      return labCredentials(world.provider, keys.tokens.issue('').accessToken);
    },
    variables: (name) => labVariables(known(name).world.provider),
    send: sendWithin(handle),
  };
  return { ...lab, handle };
}

type Parts = { simulation(name: string): Simulation | undefined; control: LabControl; names: readonly string[] };

async function route({ simulation, control, names }: Parts, request: LabRequest): Promise<LabAnswer> {
  const first = decodeURIComponent(request.url.pathname.split('/')[1] ?? '');
  if (first === '') return json(200, { name: 'Causeway provider lab', providers: [...names] });
  if (first === 'control') return controlAnswer(control, request);
  const found = simulation(first);
  if (!found) return json(404, { error: { message: `The lab has no provider ${first}.` } });
  return answer(found, request);
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
