import type { Consumer, ConsumerMessages, JsMsg } from 'nats';
import type { Log } from '../log/log.ts';
import { startLoop } from '../loop/loop.ts';
import { concurrencyLimiter } from './limiter.ts';

/**
 * Pulls messages in a loop. Each request asks for as many messages as may run concurrently, and waits for them for 5 s.
 * If no message arrives, the server has no message, or it has lost the JetStream consumer together with its store. So
 * the pump then checks whether the consumer still exists. After any error the pump creates the consumer again.
 */
export type MessagePump = {
  /**
   * Cancels the open request and checks the consumer again, because a restarted server may have lost the request and
   * the consumer.
   */
  reset(): void;
  stop(): Promise<void>;
};

type MessageSource = {
  open(): Promise<Consumer | undefined>;
  onMessage(message: JsMsg): Promise<void>;
  onFailure(): void;
  log: Log;
};

type PumpState = {
  stopped: boolean;
  lost: boolean;
  consumer: Consumer | undefined;
  request?: ConsumerMessages;
};

const AT_ONCE = 16;
const FETCH_TIMEOUT_MS = 5_000;
const RETRY_AFTER_MS = 300;

export function startPump({ open, onMessage, onFailure, log }: MessageSource): MessagePump {
  const limit = concurrencyLimiter(AT_ONCE);
  const state: PumpState = { stopped: false, lost: false, consumer: undefined };

  async function pull(consumer: Consumer): Promise<void> {
    let got = 0;
    await limit.whenFree();
    state.request = await consumer.fetch({ max_messages: limit.free(), expires: FETCH_TIMEOUT_MS });
    for await (const message of state.request) {
      got += 1;
      limit.start(() => onMessage(message));
      if (state.stopped) break;
    }
    if (got === 0 && !state.stopped && !state.lost) await consumer.info();
  }

  /** Makes one request. Returns false when the consumer must be opened again; the loop then waits RETRY_AFTER_MS. */
  async function round(): Promise<boolean> {
    try {
      if (state.lost) state.consumer = undefined;
      state.lost = false;
      state.consumer ??= await open();
      if (state.consumer && !state.stopped) await pull(state.consumer);
      return state.consumer !== undefined && !state.lost;
    } catch (err) {
      state.consumer = undefined;
      if (state.stopped) return false;
      onFailure();
      throw err;
    }
  }

  const loop = startLoop({ name: 'event consumer', everyMs: RETRY_AFTER_MS, log, round });
  const reset = () => {
    state.lost = true;
    state.request?.close().catch(() => {});
  };
  return {
    reset,
    async stop() {
      state.stopped = true;
      reset();
      await loop.stop();
      await limit.idle();
    },
  };
}
