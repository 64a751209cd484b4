import { hash } from 'node:crypto';
import type { Request } from 'express';
import type { Call } from '../../lib/rpc/call.ts';
import type { RpcConnection } from '../../lib/rpc/client.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Service } from '../../lib/trust/arrows.ts';
import type { Caller__Output as Caller } from '../../protos/gen/causeway/identity/v1/Caller.ts';
import type { Operation } from '../contract/document.ts';

/**
 * An answer that a client may store and revalidate. `tag` becomes the ETag; with `isCurrent` the answer is 304. A
 * revalidation reads one row of each service that the answer comes from (docs/adr/0042).
 */
type ConditionalAnswer = {
  tag: string;
  isCurrent: boolean;
  learn(asked: ReadonlySet<string> | undefined): void;
};
/**
 * Undefined for a request without `If-None-Match`: versions are not looked up, because the client may never revalidate.
 */
export type ConditionalAnswers = (
  request: Request,
  operation: Operation,
  caller: Caller,
  call: Call,
) => Promise<ConditionalAnswer | undefined>;

type Deps = {
  /** The clients of the deployed services. */
  versions: Readonly<Partial<Record<Service, Pick<RpcConnection<'versions'>, 'getVersion'>>>>;
  clock: Clock;
};
/** `version` is null when the service did not answer. */
type KnownVersion = { version: Promise<number | null>; until: number };

/** Requests within this time share one look-up of a version, in milliseconds. */
const KNOWN_MS = 200;
/** The max wait for the versions of a tag, in milliseconds. If one is late, the answer has no tag. */
const WAIT_MS = 500;
/**
 * The max age of an answer with the same version, in milliseconds: parts of the answer depend on the time, and a
 * process that crashed may have left a change without a new version.
 */
const HELD_MS = 15_000;
const TAG_PREFIX = 'v1.';

/**
 * The tag of an answer whose versions were not looked up. It is never current: the client's next request sends it back
 * and gets a tag that can be current.
 */
export function firstTag(requestId: string): string {
  return `"${requestId}"`;
}

/**
 * The services of an operation are learned from its answers, so the first answer has no tag made from their versions.
 */
export function makeConditionalAnswers({ versions, clock }: Deps): ConditionalAnswers {
  const known = new Map<Service, KnownVersion>();
  const asks = new Map<string, ReadonlySet<string>>();

  async function versionOf(service: Service, call: Call): Promise<number | null> {
    const now = clock.now();
    const before = known.get(service);
    if (before && before.until > now) return before.version;
    const soon = { ...call, asked: undefined, deadline: Math.min(call.deadline, now + WAIT_MS) };
    // A failed look-up only means that the answer has no tag. The route reports the problem of the service.
    const client = versions[service];
    if (!client) return null;
    const version = client.getVersion(soon, {}).then(
      (answer) => answer.version,
      () => null,
    );
    known.set(service, { version, until: now + KNOWN_MS });
    return version;
  }

  return async (request, operation, caller, call) => {
    const asksFor = request.headers['if-none-match'];
    if (asksFor === undefined) return undefined;
    const { operationId } = operation;
    const services = [...(asks.get(operationId) ?? [])].sort() as Service[];
    const found = await Promise.all(services.map((service) => versionOf(service, call)));
    const isKnown = services.length > 0 && !found.includes(null);
    const { principal, role, scopes, projectId } = caller;
    const what = [operationId, request.originalUrl, principal, role, scopes, projectId, services, found];
    const state = hash('sha256', JSON.stringify(what), 'base64url');
    const held = heldIn(asksFor, clock.now());
    const isCurrent = isKnown && held?.state === state;
    // The age of an unchanged answer counts from its first computation.
    const time = isCurrent && held ? held.time : clock.now();
    return {
      tag: !isKnown ? '' : `"${TAG_PREFIX}${time.toString(36)}.${state}"`,
      isCurrent,
      learn: (asked = new Set()) => {
        if ([...asked].some((service) => !services.includes(service as Service)))
          asks.set(operationId, new Set([...services, ...asked]));
      },
    };
  };
}

/** Finds our tag. A proxy that compressed the answer may have put `W/` before it (RFC 9110 13.1.2). */
function heldIn(ifNoneMatch: string, now: number): { state: string; time: number } | undefined {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '').replace(/^"|"$/g, ''));
  const ours = tags.find((tag) => tag.startsWith(TAG_PREFIX));
  const [, text = '', state = ''] = ours?.split('.') ?? [];
  const time = Number.parseInt(text, 36);
  return time <= now && time > now - HELD_MS ? { state, time } : undefined;
}
