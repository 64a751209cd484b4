/** The processes of a deployment. Each has a key of its own where keys are set. */
export const PROCESSES = ['gateway', 'identity', 'installation', 'reads', 'notifications'] as const;
export type ProcessName = (typeof PROCESSES)[number];
/** The processes that own data: what the gateway and other services call, and what an event has as producer and consumers. */
export type Service = Exclude<ProcessName, 'gateway'>;

/**
 * The arrows of docs/architecture.md: which services a service may call. A call along another arrow is refused. Events
 * follow the same arrows while the bus is unavailable (lib/events/direct).
 */
export const callees = {
  identity: [],
  installation: ['identity'],
  reads: ['installation', 'identity'],
  notifications: ['reads', 'installation', 'identity'],
} as const satisfies Record<Service, readonly Service[]>;

/** The services that `S` calls. */
export type Callee<S extends Service> = (typeof callees)[S][number];

export function calls(caller: ProcessName, callee: Service): boolean {
  return caller === 'gateway' || (callees[caller] as readonly Service[]).includes(callee);
}

export function isProcessName(text: string): text is ProcessName {
  return (PROCESSES as readonly string[]).includes(text);
}
