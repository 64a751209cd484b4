import { existsSync, readFileSync } from 'node:fs';
import type grpc from '@grpc/grpc-js';
import type { MethodDefinition, Options, PackageDefinition } from '@grpc/proto-loader';
import loader from '@grpc/proto-loader';
import type { EventsDefinition } from '../../protos/gen/causeway/events/v1/Events.ts';
import type { IdentityDefinition } from '../../protos/gen/causeway/identity/v1/Identity.ts';
import type { InstallationsDefinition } from '../../protos/gen/causeway/installation/v1/Installations.ts';
import type { NotificationsDefinition } from '../../protos/gen/causeway/notifications/v1/Notifications.ts';
import type { ReadsDefinition } from '../../protos/gen/causeway/reads/v1/Reads.ts';
import type { VersionsDefinition } from '../../protos/gen/causeway/versions/v1/Versions.ts';
import type { WritesDefinition } from '../../protos/gen/causeway/writes/v1/Writes.ts';
import { assetPath } from '../assets/asset_path.ts';
import { hashOfText } from '../assets/hash_of_text.ts';
import type { Call } from './call.ts';

/**
 * The gRPC services. Each process serves its own service. A process with an outbox also serves `events`. All processes
 * serve `versions`.
 */
type Definitions = {
  identity: IdentityDefinition;
  installation: InstallationsDefinition;
  reads: ReadsDefinition;
  writes: WritesDefinition;
  notifications: NotificationsDefinition;
  events: EventsDefinition;
  versions: VersionsDefinition;
};
export type ServiceName = keyof Definitions;

type KnownMethods<D> = { [K in keyof D as string extends K ? never : K extends string ? K : never]: D[K] };

/** Handlers that a service implements: `(call, request) => response`. The server converts to and from gRPC. */
type RpcHandlers<D> = {
  [K in keyof KnownMethods<D>]: KnownMethods<D>[K] extends MethodDefinition<infer _I, infer Out, infer In, infer _O>
    ? (call: Call, request: In) => Promise<Out>
    : never;
};

/** The client side: the same methods in camelCase, returning promises that reject with a Problem. */
type RpcClient<D> = {
  [K in keyof KnownMethods<D> as Uncapitalize<K & string>]: KnownMethods<D>[K] extends MethodDefinition<
    infer In,
    infer _O,
    infer _I,
    infer Out
  >
    ? (call: Call, request: In) => Promise<Out>
    : never;
};

export type ServiceHandlers<S extends ServiceName> = RpcHandlers<Definitions[S]>;
export type ServiceClient<S extends ServiceName> = RpcClient<Definitions[S]>;

export const SERVICE_PATHS: Record<ServiceName, string> = {
  identity: 'causeway.identity.v1.Identity',
  installation: 'causeway.installation.v1.Installations',
  reads: 'causeway.reads.v1.Reads',
  writes: 'causeway.writes.v1.Writes',
  notifications: 'causeway.notifications.v1.Notifications',
  events: 'causeway.events.v1.Events',
  versions: 'causeway.versions.v1.Versions',
};

export const PROTO_OPTIONS = {
  keepCase: false,
  longs: Number,
  enums: String,
  defaults: true,
  oneofs: true,
  arrays: true,
  objects: true,
} satisfies Options;

/** The folder to which the build writes the parsed .proto files: parsing takes half of the time of loading. */
export const PARSED_PROTOS_FOLDER = 'dist/protos';
export type ParsedProto = { hash: string; root: Parameters<typeof loader.fromJSON>[0] };

const loadedDefinitions = new Map<ServiceName, grpc.ServiceDefinition>();

/** The gRPC definition of a service, loaded from protos/ once per process. */
export function serviceDefinition(service: ServiceName): grpc.ServiceDefinition {
  const known = loadedDefinitions.get(service);
  if (known) return known;
  const definition = packageDefinition(service)[SERVICE_PATHS[service]] as grpc.ServiceDefinition;
  loadedDefinitions.set(service, definition);
  return definition;
}

/** Reads the build's JSON, or parses the .proto file if it has changed since the build. */
function packageDefinition(service: ServiceName): PackageDefinition {
  const proto = protoPath(service);
  const file = assetPath(`${PARSED_PROTOS_FOLDER}/${service}.json`);
  const parsed = existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as ParsedProto);
  return parsed && parsed.hash === hashOfText(readFileSync(proto))
    ? loader.fromJSON(parsed.root, PROTO_OPTIONS)
    : loader.loadSync(proto, PROTO_OPTIONS);
}

export function protoPath(service: ServiceName): string {
  return assetPath(`protos/${service}/v1/${service}.proto`);
}
