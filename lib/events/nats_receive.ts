/**
 * Checks messages from the bus, because anyone who reaches the server may have written them. An event is handled when
 * its producer signed it and may produce its type. An acknowledgement counts when its consumer signed it. Other
 * messages are dropped, counted and logged. A genuine event may be dropped too, for example when the key of its
 * producer was removed. The producer then signs the event again and sends it again from its outbox.
 */
import type { Msg, MsgHdrs } from 'nats';
import { parseJson } from '../json/json.ts';
import type { Log } from '../log/log.ts';
import type { Service } from '../trust/arrows.ts';
import type { Refusals } from '../trust/refusals.ts';
import type { MessageOrigin, ProcessTrust } from '../trust/trust.ts';
import type { AcknowledgementHandler, EventHandler } from './bus.ts';
import { mayProduce } from './catalog.ts';
import type { CausewayEvent } from './event.ts';
import { sealIn } from './nats_seals.ts';

type ReceiveDeps = { log: Log; trust: ProcessTrust; refusals: Refusals };
type IncomingMessage = Pick<Msg, 'subject' | 'string'> & { headers?: MsgHdrs | undefined };

export async function receiveEvent(
  message: IncomingMessage,
  handler: EventHandler,
  { log, trust, refusals }: ReceiveDeps,
): Promise<void> {
  const { body, origin } = verifiedMessage(message, trust);
  const sent = contentOf<{ event: CausewayEvent; producer: Service }>(origin, () => parseJson(body));
  if ('fault' in sent) return refusals.note('event refused', { fault: sent.fault });
  const { event, producer } = sent;
  const fault = faultOf(origin, producer) ?? (mayProduce(producer, event?.type) ? undefined : 'not its own');
  if (fault) return refusals.note('event refused', { fault, from: producer, type: event?.type, eventId: event?.id });
  await handler(event, producer).catch((err: unknown) => log.warn('event not handled', { err }));
}

export function receiveAck(
  message: IncomingMessage,
  handler: AcknowledgementHandler,
  { log, trust, refusals }: ReceiveDeps,
): void {
  const { body, origin } = verifiedMessage(message, trust);
  const sent = contentOf<{ consumer: Service; ids: string[] }>(origin, () => JSON.parse(body));
  if ('fault' in sent) return refusals.note('acknowledgement refused', { fault: sent.fault });
  const { consumer, ids } = sent;
  const fault = faultOf(origin, consumer) ?? (Array.isArray(ids) ? undefined : MALFORMED_FAULT);
  if (fault) return refusals.note('acknowledgement refused', { fault, from: consumer });
  handler(consumer, ids).catch((err: unknown) => log.warn('acknowledgement not stored', { err }));
}

const MALFORMED_FAULT = 'malformed';

function verifiedMessage(message: IncomingMessage, trust: ProcessTrust): { body: string; origin: MessageOrigin } {
  const body = message.string();
  return { body, origin: trust.originOf({ subject: message.subject, body }, sealIn(message.headers)) };
}

/** A body is parsed only when its sender is known, or when signatures are not required. */
function contentOf<T extends object>(origin: MessageOrigin, parse: () => unknown): T | { fault: string } {
  if ('fault' in origin) return origin;
  try {
    const content = parse();
    return typeof content === 'object' && content !== null ? (content as T) : { fault: MALFORMED_FAULT };
  } catch {
    return { fault: MALFORMED_FAULT };
  }
}

function faultOf(origin: MessageOrigin, claimed: string): string | undefined {
  if ('fault' in origin) return origin.fault;
  const isOther = origin.process !== undefined && origin.process !== claimed;
  return isOther ? `signed by ${origin.process}` : undefined;
}
