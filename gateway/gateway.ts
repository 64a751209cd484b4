import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { handOverClient } from '../lib/hand_over/client.ts';
import { localTargetWarnings } from '../lib/http/local_targets.ts';
import { notFound } from '../lib/problem/problem.ts';
import type { ProcessDeps, RunningProcess } from '../lib/process/run_process.ts';
import { type RpcConnection, rpcClient } from '../lib/rpc/client.ts';
import { telemetryOf } from '../lib/telemetry/telemetry_of.ts';
import type { ProcessTrust } from '../lib/trust/trust.ts';
import type { Config } from './config.ts';
import { loadDocument, operationsOf } from './contract/document.ts';
import { compileValidators } from './contract/validation.ts';
import { mountHealth } from './http/health.ts';
import { createHttpServer } from './http/server.ts';
import { createBodyRoom } from './limits/body_room.ts';
import { createRateLimits, type RateSettings } from './limits/rate_limits.ts';
import { mountAppPages } from './pages/app_pages.ts';
import { mountPages } from './pages/pages.ts';
import { mountSessionPosts } from './pages/session_posts.ts';
import { mountWebPages } from './pages/web_pages.ts';
import { makeReadiness } from './readiness.ts';
import { makeAuthenticate } from './rest/authentication.ts';
import { makeConditionalAnswers } from './rest/conditional_answers.ts';
import { mountProxy } from './rest/mount_proxy.ts';
import type { OperationId, Routes, Services } from './rest/operation.ts';
import { type AnyRoute, createRouter } from './rest/router.ts';
import { limitCustomers } from './routes/customer_limit.ts';
import { apiKeyRoutes } from './routes/identity/api_keys.ts';
import { auditRoutes } from './routes/identity/audit.ts';
import { billingRoutes } from './routes/identity/billing.ts';
import { brandingRoutes } from './routes/identity/branding.ts';
import { consoleSignIn } from './routes/identity/console_sign_in.ts';
import { inviteRoutes } from './routes/identity/invites.ts';
import { jwtKeyRoutes } from './routes/identity/jwt_keys.ts';
import { membershipRoutes } from './routes/identity/memberships.ts';
import { openidSignIn } from './routes/identity/openid_sign_in.ts';
import { orgRoutes } from './routes/identity/orgs.ts';
import { projectRoutes } from './routes/identity/projects.ts';
import type { ResolveProject } from './routes/identity/resolve_project.ts';
import { connectPosts, connectSessionRoutes } from './routes/installation/connect_sessions.ts';
import { connectionRoutes } from './routes/installation/connections.ts';
import { customAuthRoutes } from './routes/installation/custom_auth.ts';
import { installationRoutes } from './routes/installation/installations.ts';
import { integrationRoutes } from './routes/installation/integrations.ts';
import { oauthRoutes } from './routes/installation/oauth.ts';
import { objectRoutes } from './routes/installation/objects.ts';
import { providerAppRoutes } from './routes/installation/provider_apps.ts';
import { providerRoutes } from './routes/installation/providers.ts';
import { signInApps } from './routes/installation/sign_in_app.ts';
import { signInPages } from './routes/installation/sign_in_page.ts';
import { uploadRoutes } from './routes/installation/uploads.ts';
import { resolveIntegrationNames } from './routes/integration_names.ts';
import { deliveryRoutes } from './routes/notifications/deliveries.ts';
import { destinationRoutes } from './routes/notifications/destinations.ts';
import { recoveryRoutes } from './routes/notifications/recoveries.ts';
import { routeRoutes } from './routes/notifications/routes.ts';
import { topicRoutes } from './routes/notifications/topics.ts';
import { operationRoutes } from './routes/reads/operations.ts';
import { readRoutes } from './routes/reads/reads.ts';
import { notDeployed, writeRoutes } from './routes/writes/writes.ts';

/**
 * The length of the accept queue. Node's default of 511 overflows in a burst. Then the client's system retries the
 * connection after 1, 3, 7 and 15 s. Those were the slowest requests under overload.
 */
const BACKLOG = 4_096;

/** Starts the public REST interface. Each route calls RPCs of the services; the gateway stores no data. */
export async function start(config: Config, deps: ProcessDeps): Promise<RunningProcess> {
  for (const warning of localTargetWarnings(config, config.outboundAllow)) deps.log.warn('outbound', { warning });
  const services = connect(config, deps.trust);
  const document = loadDocument(config);
  const operations = operationsOf(document);
  const publicUrl = () => config.publicUrl;
  const ready = { accepting: true };
  const limits = createRateLimits(rateSettings(config), deps.clock);
  const telemetry = telemetryOf(deps.log, config.requestLogLevel);
  const appOf = signInApps(services, { publicUrl, log: deps.log });
  const all = allRoutes(services, { appOf, publicUrl }) as unknown as Record<string, AnyRoute>;
  const ofIds = limitCustomers(operations, all, services);
  const routes = resolveIntegrationNames(operations, ofIds, services);
  const authenticate = makeAuthenticate({
    identity: services.identity,
    limits,
    clock: deps.clock,
    cacheMs: config.callerCache,
  });
  const versions = connectVersions(config, deps.trust);
  const bodyRoom = createBodyRoom({ total: config.bodyRoom, perOwner: config.bodyRoomPerProject }, deps.clock);
  const prefixes = hostPrefixes(config);
  const handOver = config.writesAddress
    ? handOverClient({
        address: config.writesAddress,
        portAddresses: config.writesProxyAddresses,
        trust: deps.trust,
      })
    : undefined;
  const app = createRouter({
    operations,
    routes,
    validators: compileValidators(document, operations),
    authenticate,
    limits,
    conditionalAnswers: makeConditionalAnswers({ versions, clock: deps.clock }),
    bodyRoom,
    hostPrefixes: prefixes,
    settings: config,
    publicUrl,
    support: config,
    telemetry,
    ...deps,
    health: (app) =>
      mountHealth(
        app,
        makeReadiness(services, deps, () => ready.accepting),
      ),
    proxy: (app, parts) =>
      mountProxy(app, {
        ...parts,
        authenticate,
        limits,
        installation: services.installation,
        serve: handOver?.serve,
        notDeployed,
        hostPrefixes: prefixes,
        maxInFlight: config.proxyMaxInFlight,
        clock: deps.clock,
      }),
    pages: (app, callOf) => {
      mountPages(app, document, publicUrl);
      mountWebPages(app, [...signInPages(services, { publicUrl }), ...openidSignIn(services, { publicUrl })], callOf);
      const parts = { publicUrl, callOf, limits, bodyRoom };
      const posts = [
        ...consoleSignIn(services, { publicUrl, clock: deps.clock, onSignOut: authenticate.forgetAll }),
        ...connectPosts(services, { publicUrl }),
      ];
      mountSessionPosts(app, posts, parts);
      mountAppPages(app, publicUrl);
    },
    isDraining: () => !ready.accepting,
  });
  const server = createHttpServer(app, { publicUrl, support: config, telemetry, ...deps });
  const place = { port: config.port, host: config.host, backlog: BACKLOG };
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(place, resolve));
  const { port } = server.address() as AddressInfo;
  deps.log.info('HTTP server ready', { port });
  return {
    port,
    address: `${config.host}:${port}`,
    /**
     * Stops gracefully: for a while it answers with `Connection: close`, so that load balancers move to other replicas.
     */
    async stop() {
      ready.accepting = false;
      if (config.form === 'services') await sleep(config.lameDuck);
      server.closeIdleConnections();
      // A client that does not read its answer must not block the shutdown.
      setTimeout(() => server.closeAllConnections(), config.deadline).unref();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      for (const client of [...Object.values(services), ...Object.values(versions)]) client.close();
      await handOver?.close();
    },
  };
}

function hostPrefixes({ readHosts, writeHosts, searchHosts, proxyHosts }: Config): Map<string, string> {
  const bases = { '/read': readHosts, '/write': writeHosts, '/search': searchHosts, '/proxy': proxyHosts };
  return new Map(
    Object.entries(bases).flatMap(([base, hosts]) => hosts.map((host) => [host.toLowerCase(), base] as const)),
  );
}

function rateSettings(config: Config): RateSettings {
  const limit = (max: number) => (config.rateLimits ? max : 0);
  return {
    perCaller: limit(config.ratePerCaller),
    perAddress: limit(config.ratePerAddress),
    refusedPerAddress: limit(config.rateRefused),
    perGroup: limit(config.ratePerGroup),
    providerPerGroup: limit(config.rateProviderCalls),
    window: config.rateWindow,
  };
}

/** Makes a client for each service. `writes` is present only where it is deployed. */
function connect(config: Config, trust: ProcessTrust): Services {
  const { identityAddress, installationAddress, readsAddress, writesAddress, notificationsAddress } = config;
  return {
    identity: rpcClient('identity', { address: identityAddress, trust }),
    installation: rpcClient('installation', { address: installationAddress, trust }),
    reads: rpcClient('reads', { address: readsAddress, trust }),
    ...(writesAddress && { writes: rpcClient('writes', { address: writesAddress, trust }) }),
    notifications: rpcClient('notifications', { address: notificationsAddress, trust }),
  };
}

function connectVersions(config: Config, trust: ProcessTrust): { [S in keyof Services]: RpcConnection<'versions'> } {
  const { identityAddress, installationAddress, readsAddress, writesAddress, notificationsAddress } = config;
  const at = (service: keyof Services, address: string) => rpcClient('versions', { address, at: service, trust });
  return {
    identity: at('identity', identityAddress),
    installation: at('installation', installationAddress),
    reads: at('reads', readsAddress),
    ...(writesAddress && { writes: at('writes', writesAddress) }),
    notifications: at('notifications', notificationsAddress),
  };
}

type SignInParts = { appOf: ReturnType<typeof signInApps>; publicUrl: () => string };

/** The routes of all operations of openapi.yaml. A missing route does not compile. */
function allRoutes(services: Services, signIn: SignInParts): Routes<OperationId> {
  const signInParts = { resolveProject: projectResolver(services), ...signIn };
  return {
    ...providerRoutes(services),
    ...projectRoutes(services),
    ...auditRoutes(services),
    ...brandingRoutes(services),
    ...orgRoutes(services),
    ...inviteRoutes(services),
    ...membershipRoutes(services),
    ...billingRoutes(services),
    ...apiKeyRoutes(services),
    ...jwtKeyRoutes(services),
    ...providerAppRoutes(services),
    ...oauthRoutes(services, signInParts),
    ...customAuthRoutes(services, signInParts),
    ...connectionRoutes(services),
    ...connectSessionRoutes(services, signIn),
    ...integrationRoutes(services),
    ...uploadRoutes(services),
    ...installationRoutes(services),
    ...objectRoutes(services),
    ...operationRoutes(services),
    ...readRoutes(services),
    ...writeRoutes(services),
    ...destinationRoutes(services),
    ...deliveryRoutes(services),
    ...recoveryRoutes(services),
    ...topicRoutes(services),
    ...routeRoutes(services),
  };
}

function projectResolver({ identity }: Services): ResolveProject {
  return async ({ call, caller }, idOrName) => {
    const { projects } = await identity.listProjects(call, { projectIds: caller.projectIds });
    const found =
      projects.find(({ id }) => id === idOrName) ?? projects.find(({ name }) => name === idOrName.toLowerCase());
    if (!found) throw notFound('project');
    return found;
  };
}
