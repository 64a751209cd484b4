import type { NewId } from '../../ids/ids.ts';
import type { Log } from '../../log/log.ts';
import { startLoop } from '../../loop/loop.ts';
import { type Call, PROBE_PROCESS, systemCall } from '../../rpc/call.ts';
import type { ServiceClient } from '../../rpc/services.ts';
import type { Clock } from '../../time/clock.ts';
import type { Service } from '../../trust/arrows.ts';
import type { EventBus } from '../bus.ts';
import { mayProduce } from '../catalog.ts';
import type { HandleEvents } from '../consumer.ts';
import { fromWireEvent } from './wire_event.ts';

type PullerOptions = {
  bus: EventBus;
  producer: Service;
  consumer: Service;
  client: ServiceClient<'events'>;
  handleEvents: HandleEvents;
  log: Log;
  newId: NewId;
  clock: Clock;
};

const MAX_EVENTS_PER_PULL = 100;
const PULL_EVERY_MS = 500;
const ASK_EVERY_MS = 2_000;
const TIMEOUT_MS = 5_000;

/**
 * Pulls a consumer's events from one producer while the bus is unavailable for the consumer or the producer. While the
 * bus is healthy for both, the puller sends one request every two seconds, to notice when only the producer has lost
 * the bus. The producer answers this request without a database query. Events are acknowledged by RPC after their
 * effects are committed. If an acknowledgement is lost, the event is pulled again and the inbox ignores it.
 */
export function startEventPuller(options: PullerOptions): { stop(): Promise<void> } {
  const { producer, log } = options;
  const state: PullState = { isDirect: false, isFailing: false, askTime: performance.now() };
  return startLoop({
    name: `events of ${producer}`,
    log,
    everyMs: PULL_EVERY_MS,
    firstAfterMs: PULL_EVERY_MS, // after this time, the bus is connected at a normal start
    round: (signal) =>
      pullRound(options, state, signal).catch((err: unknown) => noteFailure(options, state, signal, err)),
  });
}

type PullState = { isDirect: boolean; isFailing: boolean; askTime: number };

/** Returns true when the producer may have more events now. */
async function pullRound(options: PullerOptions, state: PullState, signal: AbortSignal): Promise<boolean> {
  const { bus, log, producer } = options;
  if (bus.isHealthy() && !state.isDirect && performance.now() < state.askTime) return false;
  state.askTime = performance.now() + ASK_EVERY_MS;
  const { isDirect, isFull } = await pullEvents(options, signal);
  if (isDirect && !state.isDirect) log.warn('bus unavailable, pulling events by RPC', { producer });
  if (!isDirect && state.isDirect) log.info('bus healthy, events are no longer pulled', { producer });
  Object.assign(state, { isDirect, isFailing: false });
  return isFull;
}

/**
 * Warns once, and only while the bus is unavailable: otherwise the producer may be restarting or be of an older
 * version.
 */
function noteFailure(
  { bus, log, producer }: PullerOptions,
  state: PullState,
  signal: AbortSignal,
  err: unknown,
): false {
  if (signal.aborted || bus.isHealthy() || state.isFailing) return false;
  state.isFailing = true;
  log.warn('bus unavailable, and events cannot be pulled by RPC either; trying again', { producer, err });
  return false;
}

async function pullEvents(
  options: PullerOptions,
  signal: AbortSignal,
): Promise<{ isDirect: boolean; isFull: boolean }> {
  const { bus, client, producer, consumer, handleEvents } = options;
  const isBusUnavailable = !bus.isHealthy();
  const answer = await client.pullEvents(
    { ...callOf(options, PROBE_PROCESS), signal },
    { consumer, limit: MAX_EVENTS_PER_PULL, isBusUnavailable },
  );
  const own = answer.events.filter(({ type }) => mayProduce(producer, type));
  const eventIds = await handleEvents(own.map(fromWireEvent));
  if (eventIds.length > 0) await client.acknowledgeEvents(callOf(options, consumer), { consumer, eventIds });
  return {
    isDirect: isBusUnavailable || answer.isBusUnavailable,
    isFull: eventIds.length > 0 && answer.events.length >= MAX_EVENTS_PER_PULL / 2,
  };
}

/** `process`: the caller's name; PROBE_PROCESS for polls, which come every half second and are logged like health checks. */
function callOf({ newId, clock }: PullerOptions, process: string): Call {
  return systemCall(process, { newId, clock }, TIMEOUT_MS);
}
