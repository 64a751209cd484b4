import { type ProcessName, SERVICES, type Service } from '../../lib/trust/arrows.ts';
import { freePort } from '../servers/free_port.ts';

/** 0 leaves a service out; only `writes` may be left out. The first gateway has the port of the group. */
export type Replicas = Partial<Record<ProcessName, number>>;

/** One process of the group: its program, address and environment. */
export type Member = { name: string; script: string; port: number; environment: NodeJS.ProcessEnv };

type Plan = {
  /** The port of the public interface. */
  port: number;
  replicas: Replicas;
  databaseUrls: Map<string, string>;
  /** Environment variables of all processes. */
  environment: NodeJS.ProcessEnv;
  /** Environment variables of one process. */
  environmentOf(process: ProcessName): NodeJS.ProcessEnv;
};

/** A service's replica. `proxyPort`: the port of `writes` to which the gateway hands over proxied requests. */
type Seat = { service: Service; name: string; port: number; proxyPort?: number };

/** Plans the group. Each process has the same port after a restart, so that the others find it. */
export async function planMembers({
  port,
  replicas,
  databaseUrls,
  environment,
  environmentOf,
}: Plan): Promise<Member[]> {
  const taken = new Set([port]);
  const seats = await takeSeats(replicas, taken);
  const shared = {
    ...environment,
    ...Object.fromEntries(SERVICES.map((service) => [setting(service, 'ADDRESS'), addressOf(seats, service)])),
    CAUSEWAY_WRITES_PROXY_ADDRESS: seats
      .flatMap(({ proxyPort }) => (proxyPort ? [`127.0.0.1:${proxyPort}`] : []))
      .join(),
  };
  const services = seats.map(
    ({ service, name, port: ownPort, proxyPort }, i): Member => ({
      name,
      port: ownPort,
      script: `dist/services/${service}/main.js`,
      environment: {
        ...shared,
        ...environmentOf(service),
        [setting(service, 'HOST')]: '127.0.0.1',
        [setting(service, 'PORT')]: String(ownPort),
        ...metricsPort(environment, i + 1),
        ...(proxyPort && { CAUSEWAY_WRITES_PROXY_PORT: String(proxyPort) }),
        [setting(service, 'DATABASE_URL')]: databaseUrls.get(service),
      },
    }),
  );
  const gateways: Member[] = [];
  const count = replicas.gateway ?? 1;
  for (let i = 0; i < count; i += 1) {
    const own = i === 0 ? port : await untakenPort(taken);
    gateways.push({
      name: count === 1 ? 'gateway' : `gateway-${i + 1}`,
      port: own,
      script: 'dist/gateway/main.js',
      environment: {
        ...shared,
        ...environmentOf('gateway'),
        ...metricsPort(environment, i === 0 ? 0 : seats.length + i),
        PORT: String(own),
      },
    });
  }
  return [...services, ...gateways];
}

/** The address of a service with all its replicas, as the other processes get it. */
export function addressIn(members: readonly Member[], service: Service): string {
  return members[0]?.environment[setting(service, 'ADDRESS')] ?? '';
}

async function takeSeats(replicas: Replicas, taken: Set<number>): Promise<Seat[]> {
  const seats: Seat[] = [];
  for (const service of SERVICES) {
    const count = replicas[service] ?? 1;
    for (let i = 1; i <= count; i += 1) {
      const port = await untakenPort(taken);
      const proxyPort = service === 'writes' ? { proxyPort: await untakenPort(taken) } : {};
      seats.push({ service, name: count === 1 ? service : `${service}-${i}`, port, ...proxyPort });
    }
  }
  return seats;
}

async function untakenPort(taken: Set<number>): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (!taken.has(port)) return taken.add(port) && port;
  }
}

/** One address for all replicas; a client balances its calls over them. Empty for a service that is left out. */
function addressOf(seats: Seat[], service: Service): string {
  const addresses = seats.filter((seat) => seat.service === service).map(({ port }) => `127.0.0.1:${port}`);
  return addresses.length > 1 ? `ipv4:${addresses.join()}` : addresses.join();
}

/** The port of the metrics: the first gateway has the port of the setting, and the other gateways the next ports. */
function metricsPort({ CAUSEWAY_METRICS_PORT: port }: NodeJS.ProcessEnv, above: number): NodeJS.ProcessEnv {
  return port ? { CAUSEWAY_METRICS_PORT: String(Number(port) + above) } : {};
}

function setting(service: string, name: string): string {
  return `CAUSEWAY_${service.toUpperCase()}_${name}`;
}
