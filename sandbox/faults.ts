/** Faults that a test can order, to simulate every kind of provider failure. */
export const faultKinds = [
  '401',
  '429',
  '500',
  'slow',
  'short-page',
  'cut',
  'invalid-json',
  'repeat-cursor',
  'drop-connection',
  'lose-answer',
] as const;
type FaultKind = (typeof faultKinds)[number];

export type Fault = {
  kind: FaultKind;
  /** An object's name, `me`, `revocation`, or `token` for the token endpoint. Default: all of them except `token`. */
  object?: string;
  /** The number of requests that it hits. Default: 1. */
  times?: number;
  /** The number of pages to serve before the fault starts. */
  afterPage?: number;
  /** Seconds, for the `Retry-After` of a 429. Default: 1. */
  retryAfter?: number;
  /** Milliseconds, for `slow`. Default: 1,000. */
  delayMs?: number;
};

/** The properties of a fault that decide which requests it hits. */
type Aimed = Pick<Fault, 'object' | 'times' | 'afterPage'> & {
  /** The number of writes to let pass before the fault starts. */
  afterWrites?: number;
};

export type Faults<F extends Aimed = Fault> = {
  add(fault: F): void;
  clear(): void;
  /**
   * Takes the first pending fault that is aimed at `target` and `meant` for the request, and counts the hit towards its
   * `times`. Returns null if there is none. Also returns null if that fault does not fit (`fits`): it stays pending,
   * and no later fault takes its place.
   */
  take(target: string, fits?: (fault: F) => boolean, meant?: (fault: F) => boolean): F | null;
  /** Counts a served page, for `afterPage`. */
  pageServed(object: string): void;
  /** Counts a write, for `afterWrites`. */
  writeServed(object: string): void;
  pending(): F[];
};

type Waiting<F> = Required<Pick<Aimed, 'times' | 'afterPage' | 'afterWrites'>> & { fault: F };

export function createFaults<F extends Aimed = Fault>(): Faults<F> {
  let queue: Waiting<F>[] = [];
  const aimsAt = ({ fault }: Waiting<F>, target: string) =>
    fault.object === undefined ? target !== 'token' : fault.object === target;
  return {
    add: (fault) =>
      void queue.push({
        fault,
        times: fault.times ?? 1,
        afterPage: fault.afterPage ?? 0,
        afterWrites: fault.afterWrites ?? 0,
      }),
    clear: () => void (queue = []),
    take(target, fits = () => true, meant = () => true) {
      const isDue = ({ afterPage, afterWrites }: Waiting<F>) => afterPage === 0 && afterWrites === 0;
      const hit = queue.find((waiting) => isDue(waiting) && aimsAt(waiting, target) && meant(waiting.fault));
      if (!hit || !fits(hit.fault)) return null;
      hit.times -= 1;
      queue = queue.filter(({ times }) => times > 0);
      return hit.fault;
    },
    pageServed(object) {
      for (const waiting of queue) if (waiting.afterPage > 0 && aimsAt(waiting, object)) waiting.afterPage -= 1;
    },
    writeServed(object) {
      for (const waiting of queue) if (waiting.afterWrites > 0 && aimsAt(waiting, object)) waiting.afterWrites -= 1;
    },
    pending: () =>
      queue.map(({ fault, times, afterPage, afterWrites }) => ({
        ...fault,
        times,
        afterPage,
        ...(fault.afterWrites !== undefined && { afterWrites }),
      })),
  };
}

export function isFaultKind(kind: unknown): kind is FaultKind {
  return (faultKinds as readonly unknown[]).includes(kind);
}

/** Parses `X-Sandbox-Fault: 429;retryAfter=2`, a fault for this request only. Null when it names no fault. */
export function faultFromHeader(header: string | undefined): Fault | null {
  const [kind, ...options] = (header ?? '').split(';').map((part) => part.trim());
  if (!isFaultKind(kind)) return null;
  const fault: Fault = { kind };
  for (const option of options) {
    const [name, value] = option.split('=');
    if (name === 'retryAfter' || name === 'delayMs') fault[name] = Number(value);
  }
  return fault;
}
