import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../time/clock.ts';
import { mayCall, type ProcessName, type Service } from './arrows.ts';
import { callTokens, callTokenVerifier } from './call_tokens.ts';
import { type HandOverTokens, handOverTokens, keySigner, sharedSigner } from './hand_over_tokens.ts';
import { type ProcessKeys, readProcessKeys } from './process_keys.ts';
import { type BatchSeal, messageSigner, messageVerifier, type SignedMessage } from './signed_batches.ts';

/**
 * Authenticates the processes of a deployment to each other (docs/adr/0024). With keys, each process signs its calls
 * and its batches of messages. Without keys, as before 0.2.0, a call carries the token that all processes share, and
 * messages carry no proof; the `process` of an Origin is then undefined. `acceptUnsigned` is for the time in which keys
 * are introduced: calls also carry the shared token, and the process accepts calls with the shared token and unsigned
 * messages.
 */
export type ProcessTrust = {
  readonly process: ProcessName;
  readonly hasKeys: boolean;
  /** The credentials that a call to `service` carries. */
  credentials(service: Service): CallCredentials;
  /** Returns a function that says who makes a call to `service`; `rpc`: `identity/GetProject`. */
  callerCheck(service: Service): (given: CallCredentials, rpc: string) => MessageOrigin;
  /** Signs and checks requests that are handed over as streams. */
  readonly handOver: HandOverTokens;
  /** Returns one seal for each message; [] without keys. */
  sign(messages: readonly SignedMessage[]): BatchSeal[];
  /** The process that sent a message. */
  originOf(message: SignedMessage, seal: BatchSeal | undefined): MessageOrigin;
};

export type CallCredentials = { sharedToken?: string; signedToken?: string };
/**
 * `process`: the proven sender; undefined when the call or message is accepted without proof. `fault`: why it is
 * refused.
 */
export type MessageOrigin = { process: ProcessName | undefined } | { fault: string };

export type TrustOptions = {
  process: ProcessName;
  /** The token that all processes share. */
  token: string;
  key?: string;
  publicKeys?: readonly string[];
  acceptUnsigned?: boolean;
};

const UNKNOWN_ORIGIN: MessageOrigin = { process: undefined };

/** Throws StartFault for keys that cannot be used. */
export function createTrust(options: TrustOptions, clock: Clock): ProcessTrust {
  const keys = readProcessKeys(options.process, options.key ?? '', options.publicKeys ?? []);
  return keys ? withKeys(keys, options, clock) : withoutKeys(options, clock);
}

function withoutKeys({ process, token }: TrustOptions, clock: Clock): ProcessTrust {
  const isShared = tokenCheck(token);
  return {
    process,
    hasKeys: false,
    credentials: () => ({ sharedToken: token }),
    callerCheck:
      () =>
      ({ sharedToken }) =>
        isShared(sharedToken) ? UNKNOWN_ORIGIN : { fault: 'wrong or no token' },
    handOver: handOverTokens(process, [sharedSigner(token)], clock),
    sign: () => [],
    originOf: () => UNKNOWN_ORIGIN,
  };
}

function withKeys(
  keys: ProcessKeys,
  { process, token, acceptUnsigned = false }: TrustOptions,
  clock: Clock,
): ProcessTrust {
  const signedToken = callTokens(keys, process, clock);
  const verifyMessage = messageVerifier(keys, clock);
  const isShared = tokenCheck(token);
  return {
    process,
    hasKeys: true,
    credentials: (service) => ({
      signedToken: signedToken(service),
      ...(acceptUnsigned && { sharedToken: token }),
    }),
    callerCheck(service) {
      const verify = callTokenVerifier(keys, service, clock);
      return (given, rpc) => {
        const origin = given.signedToken ? grantedOnly(verify(given.signedToken), service, rpc) : { fault: 'unsigned' };
        return 'fault' in origin && acceptUnsigned && isShared(given.sharedToken) ? UNKNOWN_ORIGIN : origin;
      };
    },
    handOver: handOverTokens(process, [keySigner(keys), ...(acceptUnsigned ? [sharedSigner(token)] : [])], clock),
    sign: messageSigner(keys, process, clock),
    originOf(message, seal) {
      if (!seal) return acceptUnsigned ? UNKNOWN_ORIGIN : { fault: 'unsigned' };
      return verifyMessage(message, seal);
    },
  };
}

function grantedOnly(origin: MessageOrigin, service: Service, rpc: string): MessageOrigin {
  if ('fault' in origin || origin.process === undefined || mayCall(origin.process, service, rpc)) return origin;
  return { fault: `${origin.process} may not call ${rpc}` };
}

function tokenCheck(token: string): (given: string | undefined) => boolean {
  const wanted = Buffer.from(token);
  return (text = '') => {
    const given = Buffer.from(text);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  };
}
