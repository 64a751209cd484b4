import { isIP, type Socket } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';
import { buildConnector } from 'undici';
import type { ConnectionTarget } from './allow_list.ts';
import { type OutboundGuard, targetOf } from './guard.ts';
import { type LookUpAddresses, localLookup, publicLookup } from './lookup.ts';
import { OutboundError, toOutboundError } from './outbound_error.ts';

type DialerOptions = {
  guard: OutboundGuard;
  /** Replaces DNS in tests. */
  lookup?: LookUpAddresses | undefined;
  /** Max time from the first DNS query to the end of the TLS handshake. Ms. */
  timeoutMs: number;
  /** Extra trusted root certificates in PEM, for tests and private CAs. */
  ca?: string | undefined;
};

const MAX_ADDRESSES = 4;
/**
 * The cause of a timeout while connecting. `mayHaveArrived` (outbound_error.ts) recognises the code: nothing was sent.
 */
const NO_CONNECTION = { code: 'UND_ERR_CONNECT_TIMEOUT' };

/**
 * Opens the connections of the outbound client. Hooking the socket's own lookup is not enough: it is never called for
 * IP literals, and runtimes differ. So the dialer resolves the name itself, checks all its addresses together (one
 * forbidden address refuses the name), and connects to an address, not a name. Nothing is resolved twice, so DNS
 * rebinding between check and connect is impossible. The certificate is verified against the name, and the address of
 * the connected peer is compared with the checked address.
 */
export function createDialer({ guard, lookup, timeoutMs, ca }: DialerOptions): buildConnector.connector {
  const plug = buildConnector({
    timeout: timeoutMs,
    ...(ca === undefined ? {} : { ca }),
  } as buildConnector.BuildOptions);

  async function dial(options: buildConnector.Options): Promise<Socket> {
    const target = targetOf(options);
    const deadline = performance.now() + timeoutMs;
    const addresses = await withinTime(resolve(target), deadline);
    if (!guard.admits(target, addresses)) throw new OutboundError('blocked');
    return firstOf(addresses.slice(0, MAX_ADDRESSES), (address, share) => reach(options, address, share), deadline);
  }

  async function resolve(target: ConnectionTarget): Promise<string[]> {
    if (isIP(target.host) !== 0) return [target.host];
    return (lookup ?? (guard.isNamed(target) ? localLookup : publicLookup))(target.host);
  }

  async function reach(options: buildConnector.Options, address: string, until: number): Promise<Socket> {
    const connecting = new Promise<Socket>((connected, failed) => {
      plug({ ...options, hostname: address }, (...[error, socket]) =>
        error ? failed(error) : connected(socket as Socket),
      );
    });
    const socket = await withinTime(connecting, until, (late) => late.destroy());
    if (guard.admits(targetOf(options), [peerOf(socket)])) return socket;
    socket.destroy();
    throw new OutboundError('blocked');
  }

  return (options, callback) => {
    dial(options).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(toOutboundError(error), null),
    );
  };
}

/**
 * Tries the addresses in turn. Each gets an equal share of the time left, so that a dead address cannot use up the
 * time.
 */
async function firstOf(
  addresses: string[],
  reach: (address: string, until: number) => Promise<Socket>,
  deadline: number,
): Promise<Socket> {
  let failure: unknown;
  for (const [index, address] of addresses.entries()) {
    const share = (deadline - performance.now()) / (addresses.length - index);
    try {
      return await reach(address, performance.now() + share);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** A dual-stack socket reports an IPv4 peer in its mapped form. */
function peerOf(socket: Socket): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
}

function withinTime<T>(work: Promise<T>, deadline: number, dropLate?: (late: T) => void): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = true;
        reject(new OutboundError('timeout', NO_CONNECTION));
      },
      Math.max(0, deadline - performance.now()),
    );
    work
      .then((value) => {
        if (isLate) dropLate?.(value);
        resolve(value);
      }, reject)
      .finally(() => clearTimeout(timer));
  });
}
